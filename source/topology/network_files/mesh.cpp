#include <map>

#include "file_formats.hpp"
#include "text_fields.hpp"
#include "tutti/topology/grid.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of mesh graph descriptors of Tenstorrent: meshes of devices, and links between meshes.
class mesh_reader {
public:
    explicit mesh_reader(file_entries& file) : file_{&file} {}

    void read() {
        // Another link between two devices is another channel.
        file_->options.emplace("duplicates", "parallel");
        const std::string graph = whole_.text("top_level_instance.graph.graph_descriptor");
        const std::string mesh = whole_.text("top_level_instance.mesh.mesh_descriptor");
        if (!graph.empty() || (mesh.empty() && !whole_.all("graph_descriptors").empty())) {
            read_graph(descriptor("graph_descriptors", graph));
        } else {
            add_mesh(descriptor("mesh_descriptors", mesh));
        }
    }

private:
    /// The descriptor of this name, or the only one.
    [[nodiscard]] const text_field& descriptor(std::string_view kind,
                                               const std::string& name) const {
        const auto all = whole_.all(kind);
        for (const text_field* const each : all) {
            if (each->text("name") == name || (name.empty() && all.size() == 1)) {
                return *each;
            }
        }
        file_->fail({}, "no {} {}", kind, in_double_quotes(name));
    }

    /// Number of a field within a field.
    [[nodiscard]] std::uint64_t number_in(const text_field& of, std::string_view path,
                                          std::uint64_t low, std::uint64_t high) const {
        const std::string text = of.text(path);
        const auto number = number_between(text, low, high);
        if (!number) {
            file_->fail(of.place, "{} is {}; {}", path,
                        text.empty() ? "missing" : in_double_quotes(text),
                        whole_number_from(low, high));
        }
        return *number;
    }
    [[nodiscard]] int channels_of(const text_field& of) const {
        return of.all("channels.count").empty()
                   ? 1
                   : static_cast<int>(number_in(of, "channels.count", 1, most_copies));
    }

    void read_graph(const text_field& graph) {
        for (const text_field* const each : graph.all("graph_topology")) {
            file_->fail_line(each->place, "{} names no devices; connections with device_id",
                             shown(each->value + each->text("layout_type")));
        }
        const auto name_of = [](const text_field& of) {
            return of.text("mesh.mesh_descriptor") + " " + of.text("mesh.mesh_id");
        };
        std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> meshes;  // first, devices
        for (const text_field* const each : graph.all("instances")) {
            const std::uint64_t first = file_->nodes;
            add_mesh(descriptor("mesh_descriptors", each->text("mesh.mesh_descriptor")));
            meshes[name_of(*each)] = {first, file_->nodes - first};
        }
        for (const text_field* const each : graph.all("connections")) {
            const auto ends = each->all("nodes");
            if (ends.size() != 2 || each->text("directional") == "true") {
                file_->fail(each->place, "a connection of {}; two and both directions belong here",
                            quantity(ends.size(), "node"));
            }
            const auto device = [&](const text_field& end) {
                const auto mesh = meshes.find(name_of(end));
                if (mesh == meshes.end()) {
                    file_->fail(end.place, "a node of no instance");
                }
                const auto [first, size] = mesh->second;
                return first + number_in(end, "mesh.device_id", 0, size - 1);
            };
            const std::uint64_t from = device(*ends[0]);
            file_->add_copies(from, device(*ends[1]), each->place, each->place, channels_of(*each));
        }
    }

    // The last dimension is the fastest.
    void add_mesh(const text_field& mesh) {
        const auto dims = mesh.all("device_topology.dims");
        auto types = mesh.all("device_topology.dim_types");
        types = types.empty() ? mesh.all("device_topology.types") : types;
        if (dims.empty() || (!types.empty() && types.size() != dims.size())) {
            file_->fail(mesh.place, "{} dims and {} types", dims.size(), types.size());
        }
        const std::uint64_t first = file_->nodes;
        const int channels = channels_of(mesh);
        std::uint64_t devices = 1;
        for (const text_field* const each : dims) {
            devices *= side_of(*each);
            file_->require_room(first + devices, file_->links.size() + devices);
        }
        std::uint64_t stride = devices;
        for (std::size_t i = 0; i < dims.size(); ++i) {
            const std::string type = types.empty() ? "LINE" : types[i]->value;
            if (type != "LINE" && type != "RING") {
                file_->fail(types[i]->place, "{}; LINE or RING", in_double_quotes(type));
            }
            const std::uint64_t side = side_of(*dims[i]);
            stride /= side;
            add_lines(devices, stride, side, type == "RING" && side > 2 ? side : side - 1,
                      channels);
        }
        for (const text_field* const each : mesh.all("express_connections")) {
            const auto device = [&](std::string_view name) {
                return first + number_in(*each, name, 0, devices - 1);
            };
            file_->add_copies(device("src"), device("dst"), each->place, each->place, 1);
        }
        file_->nodes += devices;
    }

    /// Links of each line of a dimension from its first nodes to the next ones.
    void add_lines(std::uint64_t devices, std::uint64_t stride, std::uint64_t side,
                   std::uint64_t links, int channels) {
        for (std::uint64_t device = 0; device < devices; ++device) {
            const std::uint64_t digit = device / stride % side;
            if (digit < links) {
                const std::uint64_t next = device - digit * stride + (digit + 1) % side * stride;
                file_->add_copies(file_->nodes + device, file_->nodes + next, {}, {}, channels);
            }
        }
    }

    [[nodiscard]] std::uint64_t side_of(const text_field& dim) const {
        const auto side = number_between(dim.value, 1, grid::most_nodes);
        if (!side) {
            file_->fail(dim.place, "a side of {}", in_double_quotes(dim.value));
        }
        return *side;
    }

    file_entries* file_;
    text_field whole_ = parse_fields(*file_, file_->content);
};

}  // namespace

void read_mesh(file_entries& file) { mesh_reader{file}.read(); }

}  // namespace tutti

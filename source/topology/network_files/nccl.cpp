#include <map>

#include "file_formats.hpp"
#include "util/value_syntax.hpp"
#include "xml_document.hpp"

namespace tutti {
namespace {

constexpr std::string_view hidden_switch = "fffffff:ffff:ff";
constexpr std::string_view switch_class = "0x068000";
constexpr std::string_view processor_class = "0x068001";

/// Reader of the topology files of NCCL and RCCL: GPUs with their links to GPUs and switches. Bus
/// and network cards do not count.
class nccl_reader {
public:
    explicit nccl_reader(file_entries& file) : file_{&file}, document_{file} {
        for (const auto* const name : {"nvlink", "xgmi"}) {
            const auto some = document_.all(name);
            links_.insert(links_.end(), some.begin(), some.end());
        }
        std::erase_if(links_, [](pugi::xml_node each) {
            return each.attribute("tclass").value() == processor_class;
        });
    }

    void read() {
        name_gpus();
        name_switches();
        file_->nodes = file_->names.size();
        for (const pugi::xml_node each : links_) {
            read_link(each);
        }
        if (file_->links.empty()) {
            file_->fail({}, "no nvlink, xgmi or c2c between GPUs; PCI is not read");
        }
        file_->leave_out(document_.all("net").size(), "NIC");
        file_->left_out.emplace_back("PCI");
    }

private:
    void name_gpus() {
        const auto gpus = document_.all("gpu");
        file_->names.resize(gpus.size());
        for (const pugi::xml_node gpu : gpus) {
            const char* const name = gpu.attribute("rank").empty() ? "dev" : "rank";
            const std::string_view place = document_.place(gpu, name);
            const auto rank = number_between(gpu.attribute(name).value(), 0, gpus.size() - 1);
            if (!rank || !file_->names[*rank].empty()) {
                file_->fail(place, "{} {}; each from 0 to {} once", name,
                            in_double_quotes(gpu.attribute(name).value()), gpus.size() - 1);
            }
            file_->names[*rank] = fmt::format("gpu{}", *rank);
            ranks_.emplace(gpu, *rank);
            nodes_.emplace(bus_of(gpu.parent().attribute("busid")), *rank);
        }
    }

    // Switches follow GPUs in the order of their bus ids.
    void name_switches() {
        std::map<std::string, std::uint64_t> switches;
        for (const pugi::xml_node each : links_) {
            if (is_switch(each)) {
                switches.emplace(bus_of(each.attribute("target")), 0);
            }
        }
        for (auto& [bus, node] : switches) {
            node = file_->names.size();
            file_->add_switch(node);
            file_->names.push_back(bus == hidden_switch ? "switch" : "switch-" + bus);
            file_->leave_out(bus == hidden_switch ? 1 : 0, "set",
                             " of hidden switches, read as one");
        }
        nodes_.merge(switches);
    }

    void read_link(pugi::xml_node link) {
        const pugi::xml_attribute target = link.attribute("target");
        const std::string_view place = document_.place(link, "target");
        const auto from = ranks_.find(link.parent());
        const auto to = nodes_.find(bus_of(target));
        if (from == ranks_.end() || to == nodes_.end()) {
            file_->fail(
                place, "no GPU {}",
                from == ranks_.end() ? "around the link" : in_double_quotes(target.value()));
        }
        const std::string_view text = link.attribute("count").as_string("1");
        const auto count = number_between<int>(text, 1, most_copies);
        if (!count) {
            file_->fail(document_.place(link, "count"), "{} links; 1 to {} between two nodes",
                        shown(text), most_copies);
        }
        file_->add_copies(from->second, to->second, document_.place(link), place, *count,
                          is_switch(link) ? link_ways::both : link_ways::one);
    }

    static std::string bus_of(pugi::xml_attribute attribute) { return lower(attribute.value()); }
    static bool is_switch(pugi::xml_node link) {
        return std::string_view{link.attribute("tclass").value()} == switch_class;
    }

    file_entries* file_;
    xml_document document_;
    std::vector<pugi::xml_node> links_;
    std::map<pugi::xml_node, std::uint64_t> ranks_;
    std::map<std::string, std::uint64_t> nodes_;  // by bus id
};

}  // namespace

void read_nccl(file_entries& file) { nccl_reader{file}.read(); }

}  // namespace tutti

#include "network_file.hpp"

#include <algorithm>
#include <string>

#include "listing_builder.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr file_kind network_files{.content = "a network", .most_bytes = std::uint64_t{1} << 30U};

/// Refuses bytes that no text has, and long lines, if they are before `end`.
void check_text(const file_entries& file, const file_format* format, std::uint64_t end) {
    constexpr std::size_t most_of_line = std::size_t{1} << 20U;
    const bool has_long_lines = format != nullptr && format->has_long_lines;
    const std::string_view text = file.content;
    std::size_t line = 0;
    for (std::size_t i = 0; i < text.size() && i < end; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '\n') {
            line = i + 1;
        } else if (byte == '\r' && !text.substr(i + 1).starts_with('\n')) {
            file.fail(text.substr(i), "a CR without LF; lines end with LF or CRLF");
        } else if (byte < ' ' && byte != '\t' && byte != '\r') {
            file.fail(text.substr(i), "a byte 0x{:02x}; a network is text", byte);
        } else if (i - line == most_of_line && !has_long_lines) {
            file.fail(text.substr(i), "a line of more than 2^20 bytes");
        }
    }
}

network_listing read_entries(file_entries& file, const file_format& format) {
    if (const std::string text = misplaced_option(file.options, format); !text.empty()) {
        file.fail({}, "{}", text);
    }
    try {
        format.read(file);
    } catch (const network_file_fault& fault) {
        (void)merged_links(file, format, fault.at());
        throw;
    }
    return listing_of(file, format);
}

/// Remark on a file that is read as an edge list for want of other signs, although its name ends
/// like those of another format.
std::string remark_on_path(const std::string& path) {
    const auto parts =
        split(".mtx .graph .col .gr .g6 .graphml .dot .xml .json .textproto .yml", ' ');
    const auto is_end = [&](std::string_view ending) { return path.ends_with(ending); };
    const auto ending = std::ranges::find_if(parts, is_end);
    return ending == parts.end()
               ? ""
               : fmt::format("; the content looks like an edge list, not a {} file", *ending);
}

}  // namespace

network_listing parse_network_file(std::string_view content, const network_file_name& name,
                                   std::uint64_t most_bytes) {
    constexpr std::uint64_t bytes_of_link = 40;
    constexpr std::uint64_t most_links = std::uint64_t{1} << 31U;
    if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
        throw network_file_fault{0, "UTF-16; save as UTF-8"};
    }
    file_entries file{.content = without_byte_order_mark(content),
                      .options = name.options,
                      .most_links = std::min(most_links, most_bytes / bytes_of_link)};
    const file_format* format = find_file_format(name.options.value_of("format"));
    try {
        format = format == nullptr ? &recognise_format(file) : format;
        network_listing listing = read_entries(file, *format);
        check_text(file, format, no_place);
        return listing;
    } catch (const network_file_fault& fault) {
        // A byte that no text has explains a fault of its line.
        check_text(file, format, file.content.find('\n', fault.at()));
        const bool is_guess =
            format != nullptr && format->name == "edges" && !name.options.has("format");
        throw network_file_fault{
            fault.at(), one_line(fault.what() + (is_guess ? remark_on_path(name.path) : ""))};
    }
}

network_listing read_network_file(const network_file_name& name, std::uint64_t most_bytes) {
    // Entries, links and lists of nodes take 20 bytes for each byte of most files.
    constexpr std::uint64_t bytes_for_each = 20;
    const std::string& path = name.path;
    if (path.ends_with(".gz") || path.ends_with(".zip") || path.ends_with(".xz")) {
        throw network_file_fault{0, "compressed; unpack first"};
    }
    const std::uint64_t needed = bytes_for_each * size_of_file(path, network_files);
    if (needed > most_bytes) {
        refuse("takes {} bytes to read, and there are {}; use a smaller file", grouped(needed),
               grouped(most_bytes));
    }
    const std::string content = content_of_file(path, network_files);
    return parse_network_file(content, name, most_bytes);
}

}  // namespace tutti

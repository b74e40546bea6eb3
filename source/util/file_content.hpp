/// @file
/// Reading and writing of the files that users name.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace tutti {

/// Requirements on files of one kind.
struct file_kind {
    std::string_view content;  ///< "one node id a line": what a refusal asks for
    std::uint64_t most_bytes;  ///< a multiple of 2^20
};

/// The length of a regular file, which can be read without waiting for a writer.
/// @throws std::invalid_argument with a clause such as "is a directory; name a file with .." if it
/// is none, or longer than `kind` says
[[nodiscard]] std::uint64_t size_of_file(const std::string& path, const file_kind& kind);

/// All of a file's bytes.
/// @throws std::invalid_argument as above, and if it grows meanwhile
[[nodiscard]] std::string content_of_file(const std::string& path, const file_kind& kind);

/// An empty file.
/// @throws std::invalid_argument if it cannot be written, with a text that names it
[[nodiscard]] std::ofstream file_to_write(const std::string& path);

/// A file that gets its name when it is whole. Until then it has another one beside it, which goes
/// with its owner; a killed process leaves it, and the previous file under the name. Pipes, devices
/// and files in folders that take no others are written as they are.
class atomic_file {
public:
    /// @throws std::invalid_argument if it cannot be written, with a text that names it
    explicit atomic_file(const std::string& path);
    atomic_file(const atomic_file&) = delete;
    atomic_file& operator=(const atomic_file&) = delete;
    ~atomic_file();

    /// Stream that the content is written to.
    [[nodiscard]] std::ostream& content() noexcept { return content_; }

    /// Closes the file; true if everything was written, and the file then has its name. Call it
    /// last.
    [[nodiscard]] bool finish();

private:
    std::string path_;
    std::string temporary_path_;  // its name until it is whole; the same if it is written as it is
    std::ofstream content_;
};

/// @throws std::invalid_argument with a clause that names the line if there is a zero byte
void check_is_text(std::string_view content, const file_kind& kind);

/// `content` without a byte order mark.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view content) noexcept;

/// A line of a file that counts.
struct line {
    std::string_view text;  ///< without blanks at its ends
    std::size_t number = 0;
};

/// `text` without blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Walks over the lines of a file that are neither blank nor a comment.
class lines {
public:
    /// @param comment begins a comment; the zero byte, which no text has, leaves all text
    lines(std::string_view content, char comment) noexcept : rest_{content}, comment_{comment} {}

    /// False at the end of the file.
    [[nodiscard]] bool read(line& next);

private:
    std::string_view rest_;
    std::size_t number_ = 0;
    char comment_;
};

}  // namespace tutti

/// @file
/// Writer of an OTF2 archive.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <otf2/otf2.h>

#include "util/counts.hpp"

namespace tutti::record {

/// @throws trace_error unless `done` is a success
void check_otf2(OTF2_ErrorCode done);
/// A part of an archive that the library has made. @throws trace_error if it could not
template <class Part>
[[nodiscard]] Part* made(Part* part) {
    check_otf2(part == nullptr ? OTF2_ERROR_MEM_FAULT : OTF2_SUCCESS);
    return part;
}

/// Directory with the events of locations and their definitions.
///
/// The library keeps a buffer of 256 KiB for each location, and no file open.
class otf2_archive {
public:
    /// @param folder is there, and empty @throws trace_error
    otf2_archive(const std::string& folder, std::uint64_t locations, const std::string& creator);
    otf2_archive(const otf2_archive&) = delete;
    otf2_archive& operator=(const otf2_archive&) = delete;
    ~otf2_archive();

    [[nodiscard]] OTF2_EvtWriter* events_at(std::uint64_t location) const {
        return writers_[location];
    }

    /// All events were written. @returns how many there are at each location @throws trace_error
    [[nodiscard]] std::vector<std::uint64_t> end_events();
    /// @pre `end_events()` @throws trace_error
    [[nodiscard]] OTF2_GlobalDefWriter* definitions() const;
    /// @throws trace_error
    void close();

private:
    void write_no_definitions();

    OTF2_Archive* archive_ = nullptr;
    std::vector<OTF2_EvtWriter*> writers_{};
};

/// Reads an archive that was closed: the library does not say of every byte that it is not there.
/// @param counts of the events at each location
/// @throws trace_error if they are not in it
void check_archive(const std::string& folder, const std::vector<std::uint64_t>& counts);

/// Texts, and the numbers that an archive has for them.
class otf2_strings {
public:
    [[nodiscard]] OTF2_StringRef of(std::string_view text) {
        const auto next = size_as<OTF2_StringRef>(references_);
        return references_.emplace(text, next).first->second;
    }
    /// @throws trace_error
    void write(OTF2_GlobalDefWriter* to) const;
    [[nodiscard]] std::size_t count() const noexcept { return references_.size(); }

private:
    std::map<std::string, OTF2_StringRef, std::less<>> references_{};
};

}  // namespace tutti::record

#include "otf2_archive.hpp"

#include <cstdarg>

#include "traces.hpp"

namespace tutti::record {
namespace {

// The smallest that the library takes: there is one for each location.
constexpr std::uint64_t chunk_bytes = OTF2_CHUNK_SIZE_MIN;

// Full buffers go to the file at once.
constexpr OTF2_FlushCallbacks flush_callbacks{
    .otf2_pre_flush = [](void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                         void* /*caller*/,
                         bool /*is_final*/) -> OTF2_FlushType { return OTF2_FLUSH; },
    .otf2_post_flush = nullptr};

// Errors are thrown, and not printed.
OTF2_ErrorCode ignore_error(void* /*data*/, const char* /*file*/, std::uint64_t /*line*/,
                            const char* /*function*/, OTF2_ErrorCode failure,
                            const char* /*format*/, std::va_list /*parts*/) {
    return failure;
}

}  // namespace

void check_otf2(OTF2_ErrorCode done) {
    if (done != OTF2_SUCCESS) {
        throw trace_error{"could not be written"};
    }
}

namespace {

// Reads an archive again after it was closed, so that one that is incomplete fails the export.
class archive_reader {
public:
    explicit archive_reader(const std::string& anchor)
        : reader_{made(OTF2_Reader_Open(anchor.c_str()))} {
        check_otf2(OTF2_Reader_SetSerialCollectiveCallbacks(reader_));
    }
    archive_reader(const archive_reader&) = delete;
    archive_reader& operator=(const archive_reader&) = delete;
    ~archive_reader() { (void)OTF2_Reader_Close(reader_); }

    void definitions() {
        std::uint64_t wanted = 0;
        std::uint64_t written = 0;
        OTF2_GlobalDefReader* const from = OTF2_Reader_GetGlobalDefReader(reader_);
        check_otf2(OTF2_Reader_GetNumberOfGlobalDefinitions(reader_, &wanted));
        check_otf2(OTF2_Reader_ReadAllGlobalDefinitions(reader_, from, &written));
        if (written != wanted) {
            throw trace_error{"could not be written"};
        }
        check_otf2(OTF2_Reader_OpenDefFiles(reader_));
        check_otf2(OTF2_Reader_OpenEvtFiles(reader_));
    }
    // One file after the other.
    [[nodiscard]] std::uint64_t events_at(std::uint64_t location) {
        std::uint64_t count = 0;
        check_otf2(OTF2_Reader_SelectLocation(reader_, location));
        OTF2_DefReader* const own = OTF2_Reader_GetDefReader(reader_, location);
        check_otf2(OTF2_Reader_ReadAllLocalDefinitions(reader_, own, &count));
        check_otf2(OTF2_Reader_CloseDefReader(reader_, own));
        OTF2_EvtReader* const events = OTF2_Reader_GetEvtReader(reader_, location);
        check_otf2(OTF2_Reader_ReadAllLocalEvents(reader_, events, &count));
        check_otf2(OTF2_Reader_CloseEvtReader(reader_, events));
        return count;
    }

private:
    OTF2_Reader* reader_;
};

}  // namespace

otf2_archive::otf2_archive(const std::string& folder, std::uint64_t locations,
                           const std::string& creator) {
    (void)OTF2_Error_RegisterCallback(ignore_error, nullptr);
    const std::string name = std::string{otf2_anchor.substr(0, otf2_anchor.find('.'))};
    archive_ =
        made(OTF2_Archive_Open(folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, chunk_bytes,
                               chunk_bytes, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
    check_otf2(OTF2_Archive_SetFlushCallbacks(archive_, &flush_callbacks, nullptr));
    check_otf2(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    check_otf2(OTF2_Archive_SetCreator(archive_, creator.c_str()));
    check_otf2(OTF2_Archive_OpenEvtFiles(archive_));
    for (std::uint64_t location = 0; location < locations; ++location) {
        writers_.push_back(made(OTF2_Archive_GetEvtWriter(archive_, location)));
    }
}

otf2_archive::~otf2_archive() {
    // Only an export that failed leaves an archive open.
    if (archive_ != nullptr) {
        (void)OTF2_Archive_Close(archive_);
    }
}

std::vector<std::uint64_t> otf2_archive::end_events() {
    std::vector<std::uint64_t> counts(writers_.size());
    for (std::size_t i = 0; i < writers_.size(); ++i) {
        check_otf2(OTF2_EvtWriter_GetNumberOfEvents(writers_[i], &counts[i]));
        check_otf2(OTF2_Archive_CloseEvtWriter(archive_, writers_[i]));
    }
    check_otf2(OTF2_Archive_CloseEvtFiles(archive_));
    write_no_definitions();
    return counts;
}

// Every location has its own, and readers miss a file that is not there.
void otf2_archive::write_no_definitions() {
    check_otf2(OTF2_Archive_OpenDefFiles(archive_));
    for (std::uint64_t location = 0; location < writers_.size(); ++location) {
        OTF2_DefWriter* const none = made(OTF2_Archive_GetDefWriter(archive_, location));
        check_otf2(OTF2_Archive_CloseDefWriter(archive_, none));
    }
    check_otf2(OTF2_Archive_CloseDefFiles(archive_));
}

OTF2_GlobalDefWriter* otf2_archive::definitions() const {
    return made(OTF2_Archive_GetGlobalDefWriter(archive_));
}

void otf2_archive::close() {
    // The pointer is cleared first, as the destructor must not close the archive again if this
    // throws.
    OTF2_Archive* const closed = archive_;
    archive_ = nullptr;
    check_otf2(OTF2_Archive_Close(closed));
}

void check_archive(const std::string& folder, const std::vector<std::uint64_t>& counts) {
    archive_reader read{folder + "/" + std::string{otf2_anchor}};
    read.definitions();
    for (std::size_t location = 0; location < counts.size(); ++location) {
        if (read.events_at(location) != counts[location]) {
            throw trace_error{"could not be written"};
        }
    }
}

void otf2_strings::write(OTF2_GlobalDefWriter* to) const {
    for (const auto& [text, number] : references_) {
        check_otf2(OTF2_GlobalDefWriter_WriteString(to, number, text.c_str()));
    }
}

}  // namespace tutti::record

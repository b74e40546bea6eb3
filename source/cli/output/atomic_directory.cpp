#include "atomic_directory.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Behind all symbolic links, and without the slash that may end a folder's name.
std::string name_of_folder(const std::string& path) {
    std::error_code failure;
    const std::filesystem::path place = std::filesystem::weakly_canonical(path, failure);
    std::string name = failure ? path : place.string();
    while (name.size() > 1 && name.ends_with('/')) {
        name.pop_back();
    }
    return name;
}

}  // namespace

atomic_directory::atomic_directory(const std::string& path,
                                   const std::function<bool(const std::string& there)>& may_replace)
    : path_{name_of_folder(path)}, temporary_path_{fmt::format("{}.{}.part", path_, ::getpid())} {
    // The temporary directory is beside the final one, as a rename cannot leave a file system.
    std::error_code failure;
    if (std::filesystem::exists(path_, failure) && !may_replace(path_)) {
        refuse("{} exists and is not a directory of this kind; use another name", in_quotes(path));
    }
    std::filesystem::create_directory(temporary_path_, failure);
    if (failure) {
        temporary_path_.clear();
        refuse("{} cannot be written: {}", in_quotes(path), failure.message());
    }
}

atomic_directory::~atomic_directory() {
    if (!temporary_path_.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(temporary_path_, ignored);
    }
}

// A directory with content cannot be replaced by one rename: the old one is moved aside, and back
// if the new one cannot take its name.
bool atomic_directory::finish() {
    std::error_code failure;
    const std::string before = fmt::format("{}.{}.old", path_, ::getpid());
    const bool is_there = std::filesystem::exists(path_, failure);
    if (is_there) {
        std::filesystem::rename(path_, before, failure);
    }
    if (failure) {
        return false;
    }
    std::filesystem::rename(temporary_path_, path_, failure);
    std::error_code ignored;
    if (failure) {
        if (is_there) {
            std::filesystem::rename(before, path_, ignored);
        }
        return false;
    }
    temporary_path_.clear();
    if (is_there) {
        std::filesystem::remove_all(before, ignored);
    }
    return true;
}

}  // namespace tutti::program

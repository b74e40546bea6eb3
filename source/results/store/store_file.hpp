/// @file
/// Opening and checking of a store's file, with error texts.
#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "experiment/processes/child_process.hpp"
#include "store.hpp"

namespace tutti {

/// Application id of stores in SQLite files, "Ttti".
inline constexpr int store_application = 0x54747469;

/// The schema of a store, or of one that is attached under a name.
[[nodiscard]] int schema_of(SQLite::Database& open, const std::string& attached = "main");

/// Error text for the file, in one line that begins with its name.
[[nodiscard]] std::string store_error_text(const std::string& path, const SQLite::Exception& wrong);

/// @throws damaged_store if the content of the file is to blame, store_error if the machine is
[[noreturn]] void throw_for_reader(const std::string& path, const SQLite::Exception& wrong);

/// Calls `work` on a store that is only read: errors caused by the file itself are distinguished.
/// @throws damaged_store or store_error in place of SQLite's exceptions
template <class Work>
decltype(auto) reading_store(const std::string& path, const Work& work) {
    try {
        return work();
    } catch (const SQLite::Exception& wrong) {
        throw_for_reader(path, wrong);
    }
}

/// The bytes of a store and of the files beside it.
[[nodiscard]] std::uint64_t bytes_of_store(const std::string& path);

/// The path in a form that SQLite takes for the name of a file, whatever it is: not `:memory:`, and
/// not `file:` with options behind it.
[[nodiscard]] std::string name_for_sqlite(const std::string& path);

/// Merges the files beside a store that is written into it, so that it is one file; waits a
/// little for readers to end, and then leaves them what they read.
void put_into_one_file(SQLite::Database& open);

/// The file, which is made if there is none, open such that this process alone writes it, until it
/// is closed or the process ends, however it does. SQLite's own locks are others, so that readers
/// are not kept out.
/// @throws std::invalid_argument with one line that names the file if another has it
[[nodiscard]] descriptor locked_for_writing(const std::string& path);

/// A store to read, while another process may write it.
/// @throws std::invalid_argument with one line that names the file, if it is no store, there is
/// none, it is of a later schema or damaged
[[nodiscard]] SQLite::Database open_store_to_read(const std::string& path);

/// A store to write, which is made if there is none. Its caller holds the lock.
/// @throws as above
[[nodiscard]] SQLite::Database open_store_to_write(const std::string& path);

}  // namespace tutti

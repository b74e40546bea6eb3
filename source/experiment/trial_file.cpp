#include "tutti/experiment/trial_file.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "tutti/topology/specification.hpp"

namespace tutti {

trial_file::trial_file(const std::string& path) : file_{path, std::ios::binary} {
    if (!file_) {
        const int why = errno;
        throw std::invalid_argument{fmt::format("{} cannot be written: {}", quoted(path),
                                                std::generic_category().message(why))};
    }
}

bool trial_file::write(const ended_trial& trial) {
    file_ << to_json(trial) + "\n" << std::flush;
    return file_.good();
}

bool trial_file::close() {
    file_.close();
    return !file_.fail();
}

}  // namespace tutti

/// @file
/// Sink that records a run.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string_view>

#include "tutti/engine/sink.hpp"
#include "tutti/node/message.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Why a recording ended before its run: it would have become too large, or its file took no more.
class recording_stopped : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A sink that writes a recording of one run, chunk by chunk, as `recording` reads it. The same run
/// gives the same bytes for every number of threads.
///
/// It keeps the payload of every message that was sent, and the events of a slot.
class recorder : public sink {
public:
    /// Mapping of a message in a packet to its name in the recording; null: unchanged.
    using renaming = std::function<message(const message& content)>;

    /// Writes the result and the index. Call it last. @throws recording_stopped
    virtual void finish(std::string_view result) = 0;

    /// Bytes so far.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept = 0;
};

/// Recorder, whose `slot` throws `recording_stopped`.
/// @param to takes bytes, and can be asked net it is; outlives the recorder
/// @param net the network; of one that comes from a file the links are written, too
/// @param most_bytes how large it may become
[[nodiscard]] std::unique_ptr<recorder> make_recorder(std::ostream& to, const recorded_plan& plan,
                                                      const network& net, std::uint64_t most_bytes,
                                                      recorder::renaming name);

/// Bytes that a recorder keeps, and the events of a slot in which every link is busy.
[[nodiscard]] std::uint64_t recorder_bytes(const network& net, std::uint64_t messages);

}  // namespace tutti

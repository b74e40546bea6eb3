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
class recorder final : public sink {
public:
    /// Mapping of a message in a packet to its name in the recording; null: unchanged.
    using renaming = std::function<message(const message& content)>;

    /// @param to takes bytes, and can be asked net it is; outlives the recorder
    /// @param net the network; of one that comes from a file the links are written, too
    /// @param most_bytes how large it may become
    recorder(std::ostream& to, recorded_plan plan, const network& net,
             std::uint64_t most_bytes = ~std::uint64_t{0}, renaming name = {});
    recorder(const recorder&) = delete;
    recorder(recorder&&) = delete;
    recorder& operator=(const recorder&) = delete;
    recorder& operator=(recorder&&) = delete;
    ~recorder() override;

    /// Bytes that it keeps, and the events of a slot in which every link is busy.
    [[nodiscard]] static std::uint64_t bytes_for(const network& net, std::uint64_t messages);

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    /// @throws recording_stopped
    void slot(const slot_record& record) override;
    void end(const run_report& report) override;

    /// Writes the result and the index. Call it last. @throws recording_stopped
    void finish(std::string_view result);

    /// Bytes so far.
    [[nodiscard]] std::uint64_t bytes() const noexcept;

private:
    class writer;
    std::unique_ptr<writer> writer_;
};

}  // namespace tutti

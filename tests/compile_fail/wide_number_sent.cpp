#include <cstdint>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

void run(const tutti::hypercube& cube) {
    tutti::run<std::uint32_t>(cube, {}, [](auto& self) -> tutti::task<> {
        self.send(0, std::uint64_t{1} << 40U);
        co_await self.next_slot();
    });
}

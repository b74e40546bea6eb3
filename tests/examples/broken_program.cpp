/// @file
/// A node program that breaks the model, and the violation that the engine reports.
#include <iostream>

#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/topology/hypercube.hpp"

using namespace tutti;

int main() {  // NOLINT(bugprone-exception-escape): whatever else goes wrong ends an example
    try {
        run(hypercube{4}, {.algorithm = "chatter", .ports = port_model::single_port_full_duplex},
            [](auto& self) -> task<> {
                co_await self.until(2);
                if (self.id() == 6) {
                    self.send(0, 1);
                    self.send(3, 2);  // one packet a slot is all that a single port allows
                }
                co_await self.mail_or(9);
            });
    } catch (const model_violation& violation) {
        const fault_place& place = violation.place();
        std::cout << violation.what() << '\n'
                  << "slot " << place.at + 1 << ", node " << place.node << ", port "
                  << place.through.value_or(-1) << '\n';
    }
}

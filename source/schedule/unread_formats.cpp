#include "foreign_schedule.hpp"

namespace tutti {

foreign_schedule read_msccl_xml_schedule(std::string_view /*content*/,
                                         const schedule_options& options) {
    refuse_schedule(options.file, "this format is not read yet");
}
foreign_schedule read_forestcoll_schedule(std::string_view /*content*/,
                                          const schedule_options& options) {
    refuse_schedule(options.file, "this format is not read yet");
}
foreign_schedule read_goal_schedule(std::string_view /*content*/, const schedule_options& options) {
    refuse_schedule(options.file, "this format is not read yet");
}

}  // namespace tutti

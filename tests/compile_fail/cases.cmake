# Cases, each with the broken part that the compiler has to name.
set(cases
    sink_without_wish "wants"
    number_with_a_fraction_sent "does_not_fit_into_a_packet"
    numbers_with_a_fraction_sent "a packet cannot hold this number"
    wide_number_sent "does_not_fit_into_a_packet"
    packet_of_floating_point "without_padding_and_floating_point"
    packet_not_copyable "copied_as_bytes"
    packet_too_large "fits_a_mailbox"
    packet_with_padding "without_padding_and_floating_point"
    program_for_another_network "stands_in"
    program_that_is_no_task "node_program"
    topology_without_far_port "knows_the_far_port")

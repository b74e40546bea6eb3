#include "replay_page.hpp"

#include <fmt/format.h>

#include "pictures/picture_frame.hpp"
#include "pictures/svg_canvas.hpp"
#include "web/embed/page_parts.hpp"

namespace tutti {

// The page is a single file that loads nothing; scripts and styles are admitted by their
// hashes.
std::string replay_page_policy() {
    const page::page_parts& parts = page::replay_parts;
    return fmt::format(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; "
        "form-action 'none'",
        parts.script_hash, parts.style_hash);
}

std::string replay_page(const recorded_plan& plan, const replay_content& shown) {
    const page::page_parts& parts = page::replay_parts;
    return fmt::format(R"({}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{}">
<title>{}</title>
<link rel="icon" href="data:,">
<style>{}</style>
</head>
<body>
{}<script type="application/json" id="replay-data">{}</script>
<script>{}</script>
</body>
</html>
)",
                       replay_page_line, replay_page_policy(), in_xml(plan.program),
                       in_xml(picture::title_of(plan)), parts.style, parts.body, shown.data,
                       parts.script);
}

}  // namespace tutti

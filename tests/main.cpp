#define DOCTEST_CONFIG_IMPLEMENT  // NOLINT(cppcoreguidelines-macro-usage)
#include <cstdio>

#include <doctest/doctest.h>

namespace {

int cases_run = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// Counts the test cases: a filter that matches nothing must not pass for a success.
struct case_counter : doctest::IReporter {
    explicit case_counter(const doctest::ContextOptions& /*options*/) {}
    void report_query(const doctest::QueryData& /*query*/) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
    void test_case_start(const doctest::TestCaseData& /*test*/) override { ++cases_run; }
    void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
    void test_case_exception(const doctest::TestCaseException& /*thrown*/) override {}
    void subcase_start(const doctest::SubcaseSignature& /*subcase*/) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& /*assertion*/) override {}
    void log_message(const doctest::MessageData& /*message*/) override {}
    void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}
};

REGISTER_LISTENER("case_counter", 1, case_counter);

}  // namespace

namespace support {

/// Defined by test programs whose audits execute them again.
[[gnu::weak]] void enter_isolated(int argc, char** argv);

}  // namespace support

int main(int argc, char** argv) {
    if (support::enter_isolated != nullptr) {
        support::enter_isolated(argc, argv);
    }
    doctest::Context context{argc, argv};
    const int failed = context.run();
    if (context.shouldExit()) {
        return failed;
    }
    if (cases_run == 0) {
        std::fputs("no test was run\n", stderr);
        return 1;
    }
    return failed;
}

// Numbers as text, whatever the locale, and counts read from text.
#include "common/row/format.h"

#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "comma_locale.h"
#include "common/harness/device/check.h"
#include "message_of.h"

using namespace course;
using namespace course_tests;

TEST_CASE("grouped separates thousands") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(UINT64_MAX) == "18,446,744,073,709,551,615");
}

TEST_CASE("decimals gives a fixed number of places") {
  CHECK(decimals(0, 2) == "0.00");
  CHECK(decimals(1.5, 0) == "2");
  CHECK(decimals(-0.125, 3) == "-0.125");
  CHECK(decimals(1234567.25, 1) == "1234567.2");
  CHECK(decimals(1e-7, 6) == "0.000000");
}

TEST_CASE("significant keeps three digits and never an exponent") {
  CHECK(significant(0.0123) == "0.0123");
  CHECK(significant(0.944) == "0.944");
  CHECK(significant(1) == "1.00");
  CHECK(significant(69.1) == "69.1");
  CHECK(significant(123.4) == "123");
  CHECK(significant(1234) == "1,234");
  CHECK(significant(1234567.8) == "1,234,568");
  CHECK(significant(0.00123) == "0.00123");
  CHECK(significant(9.996) == "10.0");
  CHECK(significant(99.96) == "100");
  CHECK(significant(0.00012345) == "0.000123");
  CHECK(significant(0) == "0");
  CHECK(significant(-1234.4) == "-1,234");
  CHECK(significant(-123.4) == "-123");
  for (double odd : {1e-310, 1e308, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()})
    CHECK(significant(odd) != "");
}

TEST_CASE("a power of two from 2^10 up is written as one") {
  CHECK(size_text(268435456) == "2^28");
  CHECK(size_text(268435455) == "268,435,455");
  CHECK(size_text(0) == "0");
  CHECK(size_text(512) == "512");
  CHECK(size_text(std::uint64_t{1} << 63) == "2^63");
}

TEST_CASE("binary_bytes chooses the unit that fits") {
  CHECK(binary_bytes(0) == "0 B");
  CHECK(binary_bytes(512) == "512 B");
  CHECK(binary_bytes(1023) == "1023 B");
  CHECK(binary_bytes(48 << 10) == "48 KiB");
  CHECK(binary_bytes(3ull << 29) == "1.5 GiB");
  CHECK(binary_bytes(135168) == "132 KiB");
  CHECK(binary_bytes(1081344) == "1.03 MiB");
  CHECK(binary_bytes((1 << 20) - 1) == "1 MiB");
  CHECK(binary_bytes(std::uint64_t{1} << 62) == "4 EiB");
}

TEST_CASE("a locale with ',' decimals changes no number") {
  const CommaLocale comma;
  std::ostringstream out;
  out << 1234.5;
  REQUIRE(out.str() == "1.234,5");  // so the locale is really on
  CHECK(decimals(1234.5, 1) == "1234.5");
  CHECK(significant(0.944) == "0.944");
  CHECK(significant(1234.4) == "1,234");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(binary_bytes(1536) == "1.5 KiB");
  CHECK(parse_count("--n", "64K") == 65536);
}

TEST_CASE("parse_count reads whole numbers and powers of two") {
  CHECK(parse_count("--n", "0") == 0);
  CHECK(parse_count("--n", "007") == 7);
  CHECK(parse_count("--n", "1000003") == 1000003);
  CHECK(parse_count("--n", "64K") == 65536);
  CHECK(parse_count("--n", "16M") == 16777216);
  CHECK(parse_count("--n", "1G") == 1073741824);
  CHECK(parse_count("--n", "18446744073709551615") == UINT64_MAX);
  CHECK(parse_count("--n", "18014398509481983K") == 18446744073709550592u);
}

TEST_CASE("parse_count reads powers of two by their exponent") {
  CHECK(parse_count("--n", "2^0") == 1);
  CHECK(parse_count("--n", "2^28") == 268435456);
  CHECK(parse_count("--n", "2^63") == std::uint64_t{1} << 63);
}

TEST_CASE("fields of a file are digits, with a fraction or without") {
  CHECK(read_digits("007") == 7u);
  CHECK(read_digits("18446744073709551615") == UINT64_MAX);
  for (const char* bad : {"", "-1", "1.0", "1K", "18446744073709551616", "99999999999999999999"})
    CHECK_FALSE(read_digits(bad).has_value());
  CHECK(read_decimal("12") == 12);
  CHECK(read_decimal("0.25") == 0.25);
  for (const char* bad : {"", ".", "1.", ".1", "1e1", "-1", "0x1", "inf", "nan", "1,0"})
    CHECK_FALSE(read_decimal(bad).has_value());
}

TEST_CASE("parse_count refuses what is no whole number, naming the option and the text") {
  for (const std::string text : {"",
                                 " ",
                                 "-1",
                                 "+1",
                                 "1e6",
                                 "abc",
                                 "12x",
                                 "1.5",
                                 "1,000",
                                 " 5",
                                 "5 ",
                                 "0x10",
                                 "K",
                                 "64k",
                                 "64KB",
                                 "64KK",
                                 "1T",
                                 "\xD9\xA1",
                                 "99999999999999999999",
                                 "18446744073709551616",
                                 "18014398509481984K",
                                 "17179869184G",
                                 "2^",
                                 "2^64",
                                 "2^4K",
                                 "3^4"}) {
    CAPTURE(text);
    const std::string message = message_of<UsageError>([&] { parse_count("--n", text); });
    CHECK(contains(message, "--n '" + text + "'"));
    CHECK_FALSE(contains(message, "\n"));  // one line
  }
}

TEST_CASE("parse_count keeps its limits, both included") {
  CHECK(parse_count("--block", "1", 1, 1024) == 1);
  CHECK(parse_count("--block", "1K", 1, 1024) == 1024);
  CHECK(
      contains(message_of<UsageError>([] { parse_count("--block", "0", 1, 1024); }), "at least 1"));
  CHECK(contains(message_of<UsageError>([] { parse_count("--block", "1025", 1, 1024); }),
                 "at most 1024"));
}

// How a sample becomes a bin, and the serial reference that counts them.
#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "common/harness/trial/verification.h"

using namespace course;

TEST_CASE("letters fall into 7 bins by four, and every other byte into none") {
  const std::string groups[] = {"abcd", "efgh", "ijkl", "mnop", "qrst", "uvwx", "yz"};
  for (int byte = 0; byte < 256; ++byte) {
    CAPTURE(byte);
    unsigned want = 0;
    bool letter = false;
    for (unsigned bin = 0; bin < 7; ++bin) {
      for (const char c : groups[bin]) {
        if (byte == c || byte == c - 'a' + 'A') {
          want = bin;
          letter = true;
        }
      }
    }
    const unsigned got = LettersByFour()(static_cast<unsigned char>(byte));
    if (letter) {
      CHECK(got == want);
    } else {
      CHECK(got >= kMaxBins);
    }
  }
  CHECK(kLetterBins == 7);
}

TEST_CASE("samples outside the bins are beyond every number of bins") {
  const SampleIsBin bin_of;
  CHECK(bin_of(std::int32_t{0}) == 0);
  CHECK(bin_of(std::int32_t{255}) == 255);
  CHECK(bin_of(std::int32_t{-1}) >= kMaxBins);
  CHECK(bin_of(std::int32_t{-128}) >= kMaxBins);
  CHECK(bin_of(std::numeric_limits<std::int32_t>::min()) >= kMaxBins);
  CHECK(bin_of(std::numeric_limits<std::int32_t>::max()) == kMaxBins - 1);
  CHECK(bin_of(std::uint8_t{255}) == 255);
  CHECK(bin_of(std::uint16_t{65535}) == 65535);
}

TEST_CASE("bad samples are counted as invalid and in no bin") {
  const std::vector<std::int32_t> samples = {-1,
                                             -128,
                                             255,
                                             256,
                                             std::numeric_limits<std::int32_t>::min(),
                                             std::numeric_limits<std::int32_t>::max(),
                                             0,
                                             7,
                                             7};
  const Histogram h = count_serially(samples, 256, SampleIsBin());
  CHECK(h.invalid == 5);
  CHECK(h.counts[0] == 1);
  CHECK(h.counts[7] == 2);
  CHECK(h.counts[255] == 1);
  std::uint64_t sum = 0;
  for (const Count count : h.counts) sum += count;
  CHECK(sum + h.invalid == samples.size());
}

TEST_CASE("a text is counted in letters") {
  const std::string text = "Histogram of a text: 3 words!";
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const Histogram h = count_serially(bytes, kLetterBins, LettersByFour());
  // a a d | h g f e | i | o m o o | s t r t t r s | w x |
  CHECK(h.counts == std::vector<Count>{3, 4, 1, 4, 7, 2, 0});
  CHECK(h.invalid == text.size() - 21);
}

TEST_CASE("no samples give empty bins") {
  const Histogram h = count_serially(std::vector<std::uint8_t>(), 5, SampleIsBin());
  CHECK(h.counts == std::vector<Count>(5, 0));
  CHECK(h.invalid == 0);
}

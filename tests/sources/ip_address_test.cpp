// Addresses are found wherever they stand in a line, and printed in one way.
#include "sources/ip_address.hpp"

#include "support/random.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <string>

namespace peel::sources {
namespace {

// As it is printed, or "none".
std::string found_in(std::string_view text) {
  const auto address = first_address(text);
  return address ? text_of(*address) : "none";
}

TEST(FirstAddress, IsFoundAtTheBeginningInTheMiddleAndAtTheEnd) {
  EXPECT_EQ(found_in("192.0.2.7 - - [16/Nov/2026:07:48:37 +0000] \"GET / HTTP/1.1\" 200"), "192.0.2.7");
  EXPECT_EQ(found_in("Nov 16 07:48:37 host sshd[12]: Failed password from 192.0.2.7 port 22"), "192.0.2.7");
  EXPECT_EQ(found_in("Nov 16 07:48:37 host sshd: closed by 2001:db8::1"), "2001:db8::1");
}

TEST(FirstAddress, IsTheFirst) {
  EXPECT_EQ(found_in("192.0.2.7 198.51.100.2"), "192.0.2.7");
  EXPECT_EQ(found_in("2001:db8::1 -> 192.0.2.7"), "2001:db8::1");
}

TEST(FirstAddress, MayHaveAPort) {
  EXPECT_EQ(found_in("from 192.0.2.7:80"), "192.0.2.7");
  EXPECT_EQ(found_in("from 192.0.2.7:http"), "192.0.2.7");
  EXPECT_EQ(found_in("from [2001:db8::1]:443"), "2001:db8::1");
}

TEST(FirstAddress, MayStandInBracketsQuotesAndBehindAName) {
  EXPECT_EQ(found_in("[192.0.2.7]"), "192.0.2.7");
  EXPECT_EQ(found_in("{\"ip\":\"192.0.2.7\"}"), "192.0.2.7");
  EXPECT_EQ(found_in("src=192.0.2.7,dst=192.0.2.8"), "192.0.2.7");
  EXPECT_EQ(found_in("inet6 addr:2001:db8::1/64"), "2001:db8::1");
  EXPECT_EQ(found_in("add:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(found_in("localhost/192.0.2.7:5432"), "192.0.2.7");
}

TEST(FirstAddress, MayEndASentence) {
  EXPECT_EQ(found_in("refused by 192.0.2.7."), "192.0.2.7");
  EXPECT_EQ(found_in("refused by 2001:db8::1."), "2001:db8::1");
  EXPECT_EQ(found_in("2001:db8::1: refused"), "2001:db8::1");
}

TEST(FirstAddress, DoesNotDependOnItsZoneOrPrefix) {
  EXPECT_EQ(found_in("fe80::1%eth0"), "fe80::1");
  EXPECT_EQ(found_in("[fe80::1%eth0]:22"), "fe80::1");
  EXPECT_EQ(found_in("192.0.2.0/24"), "192.0.2.0");
}

TEST(FirstAddress, IsTheSameHoweverAnIpv4AddressIsWritten) {
  EXPECT_EQ(first_address("::ffff:192.0.2.7"), first_address("192.0.2.7"));
  EXPECT_EQ(first_address("::FFFF:c000:207"), first_address("192.0.2.7"));
  EXPECT_EQ(first_address("[0:0:0:0:0:ffff:192.0.2.7]:80"), first_address("192.0.2.7"));
}

TEST(FirstAddress, IsNoPartOfALongerWordOrNumber) {
  for (const char* text : {"v1.2.3.4", "1.2.3.4.5", "1.2.3.4.example.com", "4.3.2.1.in-addr.arpa", "1.2.3.4a",
                           "x_1.2.3.4", "host.1.2.3.4", "1.2.3.4_", "2001:db8::1g"}) {
    EXPECT_EQ(found_in(text), "none") << text;
  }
}

TEST(FirstAddress, IsNoTimeNorHardwareAddressNorNameOfAProgram) {
  for (const char* text : {"12:34:56", "2026-11-16T07:48:37.123", "aa:bb:cc:dd:ee:ff", "std::vector",
                           "a :: b", "1:2:3:4:5:6:7:8:9", "dead:1:2:3:4:5:6:7:8", "1::2::3"}) {
    EXPECT_EQ(found_in(text), "none") << text;
  }
}

TEST(FirstAddress, HasNumbersUpTo255WithoutLeadingZeros) {
  EXPECT_EQ(found_in("255.255.255.255 0.0.0.0"), "255.255.255.255");
  EXPECT_EQ(found_in("256.1.1.1 1.2.3.04 1.2.3.1000 0.0.0.0"), "0.0.0.0");
}

TEST(FirstAddress, OfTwoColonsIsOneInBrackets) {
  EXPECT_EQ(found_in("listening on [::]:80"), "::");
  EXPECT_EQ(found_in("a, :: and b"), "none");
}

TEST(FirstAddress, IsFoundBehindALongRowOfDigitsAndColons) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1:";
  EXPECT_EQ(found_in(text + "1 192.0.2.7"), "192.0.2.7");
}

TEST(TextOfAnAddress, LeavesOutTheLongestRowOfZeroGroups) {
  EXPECT_EQ(found_in("2001:0DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  EXPECT_EQ(found_in("2001:db8:0:0:1:0:0:0"), "2001:db8:0:0:1::");
  EXPECT_EQ(found_in("2001:db8:0:1:1:1:1:1"), "2001:db8:0:1:1:1:1:1");
  EXPECT_EQ(found_in("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(found_in("::1.2.3.4"), "::102:304");
}

// inet_pton is another's reading of the same text.
TEST(TextOfAnAddress, IsReadAsTheSameAddressByOthers) {
  test::Random random;
  for (int round = 0; round < test::rounds(2'000); ++round) {
    IpAddress address;
    for (std::uint8_t& byte : address.bytes)
      byte = random.below(3) == 0 ? static_cast<std::uint8_t>(random.below(256)) : 0;
    address.bytes[0] = 0x20;
    const std::string text = text_of(address);
    IpAddress read;
    ASSERT_EQ(::inet_pton(AF_INET6, text.c_str(), read.bytes.data()), 1) << text;
    ASSERT_EQ(read, address) << text;
    ASSERT_EQ(first_address("(" + text + ")"), address) << text;
  }
}

}  // namespace
}  // namespace peel::sources

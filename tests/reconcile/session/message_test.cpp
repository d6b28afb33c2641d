// Messages as bytes: each has one encoding, and whatever else comes is refused with a sentence that names
// what is wrong with it.
#include "peel/reconcile/session/message.hpp"

#include "peel/wire/envelope.hpp"

#include "reconcile/session/fields.hpp"
#include "reconcile/session/random_messages.hpp"
#include "support/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace peel::reconcile::session {
namespace {

using test::RandomMessages;
using testing::HasSubstr;

constexpr std::size_t kTypes = std::variant_size_v<Message>;

// The payload of a message; the header of the envelope and the type come before it.
Bytes payload_of(const Message& message) {
  const Bytes bytes = encode(message);
  return {bytes.begin() + wire::kEnvelopeHeaderBytes + 1, bytes.end()};
}

// With an envelope around it that is right in every respect.
Bytes sealed(std::size_t type, ByteView payload) {
  const std::array<std::byte, 1> shape = {static_cast<std::byte>(type)};
  return wire::seal(
      {.kind = wire::Kind::message, .hash_family = HashFamily::fast, .shape = shape, .payload = payload});
}

// What a payload is refused with, behind the words that name its type.
std::string refusal(const Message& like, ByteView payload) {
  const auto message = decode(sealed(like.index() + 1, payload));
  if (message) return "it was accepted";
  EXPECT_EQ(message.error().code(), ErrorCode::malformed);
  const std::string type = "a message of the type " + std::string(name_of(like)) + ": ";
  EXPECT_THAT(message.error().sentence(), testing::StartsWith(type));
  return message.error().sentence().substr(std::min(type.size(), message.error().sentence().size()));
}

// The same with one byte of the payload changed.
std::string refusal(const Message& message, std::size_t at, unsigned value) {
  Bytes payload = payload_of(message);
  payload.at(at) = static_cast<std::byte>(value);
  return refusal(message, payload);
}

TEST(SessionMessage, EncodesToTheSameBytesAfterDecoding) {
  test::Random random;
  RandomMessages messages(random);
  for (int round = 0; round < test::rounds(200); ++round) {
    for (std::size_t type = 0; type < kTypes; ++type) {
      const Bytes bytes = encode(messages.message(type));
      const auto message = decode(bytes);
      ASSERT_TRUE(message) << type << ": " << message.error().sentence();
      EXPECT_EQ(message->index(), type);
      EXPECT_EQ(encode(*message), bytes) << name_of(*message);
    }
  }
}

TEST(SessionMessage, IsRefusedWhereverItIsCutShort) {
  test::Random random;
  RandomMessages messages(random);
  for (int round = 0; round < test::rounds(10); ++round) {
    for (std::size_t type = 0; type < kTypes; ++type) {
      const Message message = messages.message(type);
      const Bytes payload = payload_of(message);
      for (std::size_t size = 0; size < payload.size(); ++size)
        EXPECT_NE(refusal(message, ByteView(payload).first(size)), "it was accepted") << name_of(message);
      const Bytes bytes = encode(message);
      for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decode(ByteView(bytes).first(size))) << name_of(message);
    }
  }
}

TEST(SessionMessage, IsRefusedWithAByteTooMany) {
  test::Random random;
  RandomMessages messages(random);
  for (std::size_t type = 0; type < kTypes; ++type) {
    const Message message = messages.message(type);
    Bytes payload = payload_of(message);
    payload.push_back(std::byte{0});
    EXPECT_THAT(refusal(message, payload), HasSubstr("1 bytes follow the last field"));
  }
}

TEST(SessionMessage, HasNoSecondEncoding) {
  test::Random random;
  RandomMessages messages(random);
  for (std::size_t type = 0; type < kTypes; ++type) {
    const Bytes payload = payload_of(messages.message(type));
    for (std::size_t at = 0; at < payload.size(); ++at) {
      Bytes changed = payload;
      changed[at] ^= static_cast<std::byte>(1 + random.below(255));
      const Bytes bytes = sealed(type + 1, changed);
      const auto message = decode(bytes);
      if (message) {
        EXPECT_EQ(encode(*message), bytes) << name_of(*message) << " at " << at;
      } else {
        EXPECT_FALSE(message.error().sentence().empty());
      }
    }
  }
}

TEST(SessionMessage, NamesAFlagThatIsNeither0Nor1) {
  const Describe lines;  // of which every field has one byte
  EXPECT_EQ(refusal(lines, 0, 2), "whether it is a table is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(lines, 2, 2), "whether columns have names is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(lines, 5, 3), "whether the key is unique is 3; accepted is 0 or 1");
  EXPECT_EQ(refusal(lines, 6, 255), "whether columns are paths is 255; accepted is 0 or 1");
  EXPECT_EQ(refusal(lines, 7, 2), "whether names differ in case is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(lines, 9, 2), "the number of bytes is 2; accepted is 0 or 1");
  const Scan scan;
  EXPECT_EQ(refusal(scan, 0, 2), "whether it is a table is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(scan, 1, 2), "whether it is a folder is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(scan, 3, 2), "whether there is a key is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(scan, 10, 2), "whether it is JSON is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(scan, 11, 2), "whether the key is unique is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(Open(), 7, 2), "whether the right side may be blank is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(Rows(), 1, 2), "whether these are the last rows is 2; accepted is 0 or 1");
  EXPECT_EQ(refusal(Progress(), 1, 2), "what there is to do is 2; accepted is 0 or 1");
  Terms of_one_column{.is_table = true, .columns = {{"a"}, 0}};
  of_one_column.tolerances.resize(1);
  EXPECT_EQ(refusal(Scan{of_one_column}, 12, 2), "whether there is a tolerance is 2; accepted is 0 or 1");
}

TEST(SessionMessage, NamesAChoiceThatThereIsNot) {
  EXPECT_EQ(refusal(Open(), 1, 2), "the side is 2; accepted is 0 to 1");
  EXPECT_EQ(refusal(Describe(), 8, 4), "what numbers of rows mean is 4; accepted is 0 to 3");
  EXPECT_EQ(refusal(Scan(), 7, 3), "the typing is 3; accepted is 0 to 2");
  EXPECT_EQ(refusal(Scan(), 14, 4), "what numbers of left rows mean is 4; accepted is 0 to 3");
  EXPECT_EQ(refusal(Scan(), 15, 4), "what numbers of right rows mean is 4; accepted is 0 to 3");
  EXPECT_EQ(refusal(Scan(), 16, 2), "the side is 2; accepted is 0 to 1");
  EXPECT_EQ(refusal(Refused(), 0, 8), "the code of a refusal is 8; accepted is 0 to 7");
  const Describe typed{{.is_table = true, .columns = {"a"}, .types = {rows::ColumnType::text}}};
  EXPECT_EQ(refusal(typed, 6, 'x'),
            "the type of a column is 120; accepted is a letter of docs/formats/rows.md");
}

TEST(SessionMessage, NamesAListOrTextThatIsLongerThanTheBytesLeft) {
  const auto list = [](const char* field, std::size_t left) {
    return std::string(field) + " are 100, where at most 65535 are accepted and " + std::to_string(left) +
           " bytes are left";
  };
  EXPECT_EQ(refusal(Describe(), 1, 100), list("the columns", 8));
  EXPECT_EQ(refusal(Describe(), 3, 100), list("the types", 6));
  EXPECT_EQ(refusal(Describe(), 4, 100), list("the key", 5));
  EXPECT_EQ(refusal(Open(), 2, 100), list("the key", 6));
  EXPECT_EQ(refusal(Open(), 3, 100), list("the columns", 5));
  EXPECT_EQ(refusal(Open(), 4, 100), list("the ignored columns", 4));
  EXPECT_EQ(refusal(Open(), 5, 100), list("the name pairs", 3));
  EXPECT_EQ(refusal(Open(), 6, 100), list("the tolerances", 2));
  EXPECT_EQ(refusal(Open(), 8, 100), list("the settings", 0));
  EXPECT_EQ(refusal(Scan(), 4, 100), list("the columns", 12));
  EXPECT_EQ(refusal(Scan(), 6, 100), list("the columns shown", 10));
  EXPECT_EQ(refusal(Scan(), 8, 100), list("the types", 8));
  EXPECT_EQ(refusal(Scan(), 9, 100), list("the tolerances", 7));
  EXPECT_EQ(refusal(Scan(), 12, 100), list("the left names", 4));
  EXPECT_EQ(refusal(Scan(), 13, 100), list("the right names", 3));
  EXPECT_EQ(refusal(Rows(), 0, 100),
            "the rows are 100, where at most 65536 are accepted and 1 bytes are left");
  EXPECT_EQ(refusal(Open(), 0, 100), "the bytes end inside the source: 100 needed, 8 left");
  EXPECT_EQ(refusal(Scan(), 2, 100), "the bytes end inside the name of the table: 100 needed, 14 left");
  EXPECT_EQ(refusal(Resolve(), 0, 100), "the bytes end inside the items: 100 needed, 0 left");
  EXPECT_EQ(refusal(Refused(), 1, 100), "the bytes end inside the sentence of a refusal: 100 needed, 0 left");
}

TEST(SessionMessage, HasNoListOfMoreEntriesThanItMay) {
  const Describe most{{.is_table = true, .columns = std::vector<std::string>(kMaxListEntries)}};
  EXPECT_TRUE(decode(encode(most)));
  const Describe beyond{{.is_table = true, .columns = std::vector<std::string>(kMaxListEntries + 1)}};
  EXPECT_THAT(refusal(beyond, payload_of(beyond)), HasSubstr("the columns are 65536, where at most 65535"));
  Rows rows;
  rows.rows.resize(kMaxRowsOfMessage);
  EXPECT_TRUE(decode(encode(rows)));
  rows.rows.resize(kMaxRowsOfMessage + 1);
  EXPECT_THAT(refusal(rows, payload_of(rows)), HasSubstr("the rows are 65537, where at most 65536"));
}

TEST(SessionMessage, ReadsTheLongestKeyInLittleTime) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kMaxListEntries; ++i) names.push_back(std::to_string(i));
  const Describe describe{{.is_table = true, .columns = names, .key = names}};
  EXPECT_TRUE(decode(encode(describe)));
}

TEST(SessionMessage, HasANumberInItsShortestForm) {
  const Bytes zero_in_two_bytes = {std::byte{0x80}, std::byte{0}};
  EXPECT_EQ(refusal(More(), zero_in_two_bytes),
            "the number of blocks is not a canonical LEB128 number of 64 bits");
}

TEST(SessionMessage, RefusesAHelloThatNobodyCanAnswer) {
  const auto refusal_of = [](const Hello& hello) { return refusal(hello, payload_of(hello)); };
  EXPECT_EQ(refusal_of({.oldest = 0}), "the oldest version is 0; accepted is 1 to 255");
  EXPECT_EQ(refusal_of({.oldest = 3, .newest = 2}),
            "the newest version is 2; accepted is at least the oldest, 3");
  EXPECT_EQ(refusal_of({.most_message_bytes = 65'535}),
            "the length of the longest message is 65535; accepted is at least 65536");
  Bytes version_of_two_bytes = payload_of(Hello());
  version_of_two_bytes[0] = std::byte{0x80};
  version_of_two_bytes.insert(version_of_two_bytes.begin() + 1, std::byte{2});
  EXPECT_EQ(refusal(Hello(), version_of_two_bytes), "the oldest version is 256; accepted is 1 to 255");
}

TEST(SessionMessage, RefusesADescriptionOfNoTable) {
  const auto refusal_of = [](const rows::Schema& schema) {
    return refusal(Describe(), payload_of(Describe{schema}));
  };
  EXPECT_EQ(refusal_of({.columns = {"a"}}), "the columns are those of lines, which have none");
  EXPECT_EQ(refusal_of({.is_table = true, .columns = {"a", "b"}, .types = {rows::ColumnType::text}}),
            "the types are 1, of 2 columns");
  EXPECT_EQ(refusal_of({.types = {rows::ColumnType::text}}), "the types are 1, of 0 columns");
  EXPECT_EQ(refusal_of({.is_table = true, .columns = {"a"}, .key = {"b"}}),
            "the key has a column that is none of the table's");
  EXPECT_EQ(refusal_of({.key = {"b"}}), "the key has a column that is none of the table's");
}

// Terms of a table with two columns, of which the first is the key.
Terms two_columns() {
  return {.is_table = true, .has_key = true, .columns = {{"a", "b"}, 1}};
}

template <class Change>
std::string refusal_of_terms(Change change) {
  Terms terms = two_columns();
  change(terms);
  return refusal(Scan(), payload_of(Scan{terms}));
}

TEST(SessionMessage, RefusesTermsWhoseListsDoNotFitTheirColumns) {
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.display = {0}; }),
            "the columns shown are 1, of 2 columns");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) {
              terms.display = {0, 2};
            }),
            "a column shown is 2; accepted is less than 2");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.types = {rows::ColumnType::text}; }),
            "the types are 1, of 2 columns");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.tolerances.resize(3); }),
            "the tolerances are 3, of 2 columns");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.left_names = {"x"}; }),
            "the left names are 1, of 2 columns");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.right_names = {"x"}; }),
            "the right names are 1, of 2 columns");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.typing = Typing::lent; }),
            "the types are missing, although the typing is not that of text");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.is_table = false; }),
            "the columns are those of lines, which have none");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.columns.key_columns = 3; }),
            "the number of key columns is 3; accepted is 1 to 2");
  EXPECT_EQ(refusal_of_terms([](Terms& terms) { terms.columns.key_columns = 0; }),
            "the number of key columns is 0; accepted is 1 to 2");
}

TEST(SessionMessage, RefusesAToleranceThatIsNotSpelledAsPeelDoes) {
  FieldWriter out;
  out.text("");                                        // source
  out.flag(false);                                     // side
  for (int list = 0; list < 4; ++list) out.number(0);  // key, columns, ignored columns, name pairs
  out.number(1);
  out.text("price");
  out.text("0.010");  // 1e-2
  out.flag(false);
  out.number(0);  // settings
  EXPECT_EQ(refusal(Open(), out.take()), "a tolerance is no number that peel writes");
}

// What a live comparison agrees about two columns.
Agree agreement_of_two_columns() {
  const ItemScheme scheme = ItemScheme::live();
  return {two_columns(), Side::right, scheme, KeyHasher(HashFamily::fast, Seed(1)),
          *RatelessShape::from({.item_width = ByteWidth(scheme.width())})};
}

template <class Change>
std::string refusal_of_agreement(Change change) {
  Agree agree = agreement_of_two_columns();
  change(agree);
  return refusal(agree, payload_of(agree));
}

TEST(SessionMessage, RefusesItemsThatRowsOfTheTermsDoNotHave) {
  using KeyForm = ItemScheme::KeyForm;
  EXPECT_EQ(refusal_of_agreement([](Agree&) {}), "it was accepted");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) {
              agree.scheme = {KeyForm::text, 2, 16, 8};
            }),
            "the number of key columns of an item is 2; accepted is that of the terms, which have a key");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) {
              agree.scheme = {KeyForm::text, 1, 16, 8};
              agree.terms = {};  // lines
            }),
            "the number of key columns of an item is 1; accepted is that of the terms, which have a key");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) {
              agree.scheme = {KeyForm::text, 1, 16, 8};
              agree.terms.typing = Typing::strict;
              agree.terms.types.assign(2, rows::ColumnType::text);
            }),
            "the form of keys is that of text, and the typing is not");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.key_columns = 1; }),
            "the number of key columns of an item is 1; accepted is 0 without a key");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.key_bytes = 16; }),
            "the bytes of a key is 16; accepted is 0 without a key");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.key_bytes = 65; }),
            "the bytes of a key is 65; accepted is 0 to 64");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.key_columns = 65; }),
            "the number of key columns of an item is 65; accepted is 0 to 64");
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.digest_bytes = 9; }),
            "the bytes of a digest is 9; accepted is 7, 8 or 14");
  EXPECT_THAT(refusal_of_agreement([](Agree& agree) {
                agree.scheme = {KeyForm::text, 1, 60, 8};
              }),
              HasSubstr("items of at most 64 bytes"));
  EXPECT_EQ(refusal_of_agreement([](Agree& agree) { agree.scheme.digest_bytes = 8; }),
            "the width of an item is 7; accepted is 8");
}

TEST(SessionMessage, RefusesCellsThatThereAreNot) {
  // Behind the terms and the side: the scheme, 4 bytes; the hash family; the seed, 16 bytes; the shape.
  const std::size_t shape = payload_of(agreement_of_two_columns()).size() - 5;
  const std::size_t family = shape - 17;
  EXPECT_EQ(refusal(agreement_of_two_columns(), family, 0), "the hash family is 0; accepted is 1 or 2");
  EXPECT_EQ(refusal(agreement_of_two_columns(), family, 3), "the hash family is 3; accepted is 0 to 2");
  EXPECT_THAT(refusal(agreement_of_two_columns(), shape, 0), HasSubstr("form 0 of a rateless table"));
  EXPECT_EQ(refusal(agreement_of_two_columns(), shape, 3), "the form of the stream is 3; accepted is 0 to 2");
  EXPECT_THAT(refusal(agreement_of_two_columns(), shape + 1, 65), HasSubstr("items of 65 bytes"));
  EXPECT_THAT(refusal(agreement_of_two_columns(), shape + 2, 2), HasSubstr("a rateless table has xor_sums"));
  EXPECT_THAT(refusal(agreement_of_two_columns(), shape + 3, 25), HasSubstr("checks of 25 bits"));
  EXPECT_THAT(refusal(agreement_of_two_columns(), shape + 4, 13), HasSubstr("13 bits of shards"));
}

TEST(SessionMessage, RefusesARowWhoseKeyIsLongerThanItself) {
  const Rows rows{.rows = {{.key_size = 3, .bytes = Bytes(2)}}};
  EXPECT_EQ(refusal(rows, payload_of(rows)), "the bytes of a row's key is 3; accepted is at most 2");
}

TEST(SessionMessage, RefusesABlockOfNoCells) {
  EXPECT_EQ(refusal(Cells(), payload_of(Cells())), "the block of cells has no bytes");
}

TEST(SessionMessage, RefusesAnUnknownType) {
  for (const std::size_t type : {std::size_t{0}, kTypes + 1, std::size_t{255}}) {
    const auto message = decode(sealed(type, {}));
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code(), ErrorCode::malformed);
    EXPECT_EQ(message.error().sentence(), "a message of the type unknown: the type of a message is " +
                                              std::to_string(type) + "; accepted is 1 to " +
                                              std::to_string(kTypes));
  }
}

TEST(SessionMessage, RefusesAnotherKindOfEnvelope) {
  const auto message = decode(wire::seal({.kind = wire::Kind::sketch, .hash_family = HashFamily::fast}));
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().sentence(), "an envelope of the kind sketch came where a message should");
}

TEST(SessionMessage, RefusesAnEnvelopeWithASeedAnotherFamilyOrNoType) {
  const std::array<std::byte, 1> bye = {std::byte{13}};
  const std::array<std::byte, 2> two = {std::byte{13}, std::byte{0}};
  for (const wire::Envelope& envelope :
       {wire::Envelope{.kind = wire::Kind::message, .hash_family = HashFamily::siphash, .shape = bye},
        wire::Envelope{
            .kind = wire::Kind::message, .hash_family = HashFamily::fast, .seed = Seed(1), .shape = bye},
        wire::Envelope{.kind = wire::Kind::message, .hash_family = HashFamily::fast},
        wire::Envelope{.kind = wire::Kind::message, .hash_family = HashFamily::fast, .shape = two}}) {
    const auto message = decode(wire::seal(envelope));
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().sentence(), "a message has a seed, or no type of one byte");
  }
}

TEST(SessionMessage, IsNotTakenWithAWrongChecksum) {
  Bytes bytes = encode(Hello{.program = "peel"});
  bytes.back() ^= std::byte{1};
  const auto message = decode(bytes);
  ASSERT_FALSE(message);
  EXPECT_THAT(message.error().sentence(), HasSubstr("the checksum does not match"));
}

// Some messages one behind the other, and the encodings of those that a reader makes of it in these pieces.
struct Stream {
  std::vector<Bytes> messages;
  Bytes bytes;
};

Stream random_stream(test::Random& random) {
  RandomMessages messages(random);
  Stream stream;
  for (std::size_t type = 0; type < kTypes; ++type) {
    stream.messages.push_back(encode(messages.message(type)));
    stream.bytes.insert(stream.bytes.end(), stream.messages.back().begin(), stream.messages.back().end());
  }
  return stream;
}

std::vector<Bytes> read_in_pieces(const std::vector<ByteView>& pieces) {
  MessageReader reader;
  std::vector<Bytes> read;
  for (const ByteView piece : pieces) {
    reader.receive(piece);
    for (;;) {
      const auto message = reader.next();
      EXPECT_TRUE(message) << message.error().sentence();
      if (!message || !*message) break;
      read.push_back(encode(**message));
    }
  }
  EXPECT_TRUE(reader.unread().empty());
  return read;
}

TEST(MessageReader, ReadsTheSameMessagesWhereverTheBytesAreCut) {
  test::Random random;
  const Stream stream = random_stream(random);
  const ByteView all(stream.bytes);
  EXPECT_EQ(read_in_pieces({all}), stream.messages);
  for (std::size_t at = 1; at < all.size(); ++at)
    EXPECT_EQ(read_in_pieces({all.first(at), all.subspan(at)}), stream.messages) << "cut at " << at;
}

TEST(MessageReader, ReadsTheSameMessagesByteByByte) {
  test::Random random;
  const Stream stream = random_stream(random);
  std::vector<ByteView> pieces;
  for (std::size_t at = 0; at < stream.bytes.size(); ++at)
    pieces.push_back(ByteView(stream.bytes).subspan(at, 1));
  EXPECT_EQ(read_in_pieces(pieces), stream.messages);
}

TEST(MessageReader, WaitsForTheRestOfAMessage) {
  const Bytes bytes = encode(Hello{.program = "peel"});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    MessageReader reader;
    reader.receive(ByteView(bytes).first(size));
    const auto message = reader.next();
    ASSERT_TRUE(message) << message.error().sentence();
    EXPECT_FALSE(*message);
    EXPECT_EQ(reader.unread().size(), size);
  }
}

// What is refused of a stream that has not come to the end of its first message.
std::string refusal_of_start(ByteView bytes, std::uint64_t most_bytes = kMaxMessageBytes) {
  MessageReader reader(most_bytes);
  reader.receive(bytes);
  const auto message = reader.next();
  return message ? "nothing" : message.error().sentence();
}

TEST(MessageReader, RefusesWhatIsTooLongBeforeItComes) {
  const Bytes bytes = encode(Refused{.sentence = std::string(1000, 'x')});
  const ByteView header = ByteView(bytes).first(wire::kEnvelopeHeaderBytes);
  EXPECT_EQ(refusal_of_start(header, bytes.size()), "nothing");
  EXPECT_EQ(refusal_of_start(header, bytes.size() - 1),
            "a message has 1052 bytes; accepted are at most 1051");
}

TEST(MessageReader, RefusesAnotherKindOfEnvelopeBeforeItComes) {
  const Bytes bytes =
      wire::seal({.kind = wire::Kind::iblt, .hash_family = HashFamily::fast, .payload = Bytes(100)});
  EXPECT_EQ(refusal_of_start(ByteView(bytes).first(wire::kEnvelopeHeaderBytes)),
            "an envelope of the kind iblt came where a message should");
}

TEST(MessageReader, RefusesWhatBeginsLikeNoMessageAtItsFifthByte) {
  EXPECT_EQ(refusal_of_start(as_bytes("Welc")), "nothing");
  EXPECT_THAT(refusal_of_start(as_bytes("Welco")), HasSubstr("not a peel file"));
}

}  // namespace
}  // namespace peel::reconcile::session

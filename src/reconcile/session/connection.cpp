#include "peel/reconcile/session/connection.hpp"

#include "peel/wire/envelope.hpp"

#include <algorithm>

namespace peel::reconcile::session {

namespace {

// What somebody else printed where a message should begin, as far as a sentence has room for it.
std::string quoted_start(ByteView bytes) {
  constexpr std::size_t kMost = 60;
  std::string text = "\"";
  for (const std::byte byte : bytes.first(std::min(bytes.size(), kMost))) {
    const char character = static_cast<char>(byte);
    if (character == '\n') break;
    text += character >= ' ' && character <= '~' ? character : '?';
  }
  return text + "\"";
}

}  // namespace

Result<void> check_versions(const Hello& hello) {
  if (hello.oldest <= kNewestVersion && hello.newest >= kOldestVersion) return {};
  const auto spoken = [](unsigned oldest, unsigned newest) {
    return oldest == newest ? "version " + std::to_string(oldest)
                            : "versions " + std::to_string(oldest) + " to " + std::to_string(newest);
  };
  const std::string program = hello.program.empty() ? "the other side" : hello.program;
  return failure(ErrorCode::unsupported, program + " speaks " + spoken(hello.oldest, hello.newest) +
                                             " of the protocol, and here it is " +
                                             spoken(kOldestVersion, kNewestVersion) +
                                             "; update the older one");
}

Result<void> Connection::greet(const std::string& program) {
  expects_hello_ = true;
  most_message_bytes_ = kLeastMessageBytes;  // all that is certain, until its hello says more
  return send(Hello{.program = program});
}

Result<void> Connection::take_hello(const Message& message) {
  const auto* const hello = std::get_if<Hello>(&message);
  if (hello == nullptr) return unexpected(message);
  expects_hello_ = false;
  most_message_bytes_ = std::min(kMaxMessageBytes, hello->most_message_bytes);
  if (auto checked = check_versions(*hello); !checked) return failed(checked.error());
  return {};
}

Result<void> Connection::send(const Message& message) {
  const Bytes bytes = encode(message);
  if (bytes.size() > most_message_bytes_) {
    return failure(ErrorCode::limit_exceeded, "a message of " + std::to_string(bytes.size()) +
                                                  " bytes, of which " + peer_ + " reads at most " +
                                                  std::to_string(most_message_bytes_));
  }
  traffic_.bytes_sent += bytes.size();
  has_asked_ |= !std::holds_alternative<More>(message) && !std::holds_alternative<Enough>(message);
  auto sent = channel_.send(bytes);
  if (!sent && sent.error().code() == ErrorCode::io)
    return failure(ErrorCode::io, peer_ + " has closed the connection");
  return sent;
}

Result<Message> Connection::receive(const Watch& watch) {
  for (;;) {
    auto message = reader_.next();
    if (!message) {
      if (!wire::begins_like_envelope(reader_.unread())) {
        return failure(ErrorCode::malformed,
                       peer_ + " answers with " + quoted_start(reader_.unread()) +
                           ", which is no message of peel: is peel there, and does the shell print nothing "
                           "when it starts?");
      }
      return failed(message.error());
    }
    if (*message) {
      if (std::exchange(has_asked_, false)) ++traffic_.round_trips;
      if (const auto* const refused = std::get_if<Refused>(&**message))
        return failed(Error(refused->code, refused->sentence));
      if (expects_hello_) {
        if (auto taken = take_hello(**message); !taken) return failure(taken.error());
        continue;
      }
      if (const auto* const progress = std::get_if<Progress>(&**message)) {
        bytes_read_there_ = progress->done;
        continue;
      }
      return std::move(**message);
    }
    auto bytes = channel_.receive(watch);
    if (!bytes) return failure(bytes.error());
    if (bytes->empty()) {
      return failure(ErrorCode::io,
                     peer_ + (reader_.unread().empty() ? " has closed the connection"
                                                       : " stopped in the middle of a message"));
    }
    traffic_.bytes_received += bytes->size();
    reader_.receive(*bytes);
  }
}

tl::unexpected<Error> Connection::unexpected(const Message& message) const {
  return failure(ErrorCode::malformed, peer_ + " sends a message of the type " +
                                           std::string(name_of(message)) + " where another is due");
}

tl::unexpected<Error> Connection::failed(const Error& error) const {
  return failure(error.code(), peer_ + ": " + error.sentence());
}

}  // namespace peel::reconcile::session

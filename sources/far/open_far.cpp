#include "peel/reconcile/session/peer_endpoint.hpp"
#include "peel/sources/far.hpp"

#include "sources/far/child_channel.hpp"
#include "sources/far/settings.hpp"

namespace peel::sources {

namespace {

namespace session = reconcile::session;

// The program, and the connection through it.
struct FarLink {
  FarLink(ChildChannel started, std::string peer)
      : channel(std::move(started)), connection(channel, std::move(peer)) {}
  FarLink(const FarLink&) = delete;
  FarLink& operator=(const FarLink&) = delete;
  ~FarLink() { (void)connection.send(session::Bye()); }  // if nobody hears it, the end of the channel tells

  ChildChannel channel;
  session::Connection connection;
};

}  // namespace

Result<std::unique_ptr<reconcile::Endpoint>> open_far(const FarName& far, std::string name,
                                                      const FarCommand& command, const Reading& reading,
                                                      const reconcile::TermsRequest& request,
                                                      reconcile::Side side, const reconcile::Watch& watch) {
  std::vector<std::string> words = command.shell;
  if (far.port) words.insert(words.end(), {"-p", std::to_string(*far.port)});
  words.insert(words.end(), {far.host, command.peel, "serve", "--stdio"});
  if (command.access == FarAccess::write) words.emplace_back("--allow-write");
  auto channel = ChildChannel::start(words);
  if (!channel) return failure(channel.error());
  const auto link = std::make_shared<FarLink>(std::move(*channel), far.host);
  if (auto greeted = link->connection.greet("peel"); !greeted) return failure(greeted.error());
  const session::Open open{
      .source = far.source, .side = side, .request = request, .settings = settings_of(reading)};
  auto endpoint = session::PeerEndpoint::open(std::shared_ptr<session::Connection>(link, &link->connection),
                                              std::move(name), open, watch);
  if (!endpoint) return failure(endpoint.error());
  return std::move(*endpoint);
}

}  // namespace peel::sources

// FolderReading: how folders are read and compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace peel::sources {

struct FolderReading {
  enum class Content : std::uint8_t {
    ignored,
    unread,  // targets of links and numbers of devices; files are not opened
    read,    // the same, and the bytes of files
  };

  // What counts of an entry beside its path and its kind.
  bool size = true;
  bool mode = true;
  bool time = false;  // of files, to the microsecond. That of a folder changes whenever something in it does
  Content content = Content::read;

  // What is left out, as lines of a .gitignore file say it: *.o, build/, a/**/b. Nothing is brought back:
  // there is no "!".
  std::vector<std::string> exclude = {};

  // Contents are not read: size and time of a file stand for them.
  static FolderReading quick() { return {.time = true, .content = Content::unread}; }
};

}  // namespace peel::sources

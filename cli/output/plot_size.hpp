// How large a plot of characters may be on standard output.
#pragma once

#include "plot/text.hpp"

namespace peel::cli {

// As wide as the terminal, but no wider than is easy to read, nor narrower than a plot can be.
plot::TextSize text_plot_size();

}  // namespace peel::cli

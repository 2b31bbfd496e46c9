// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The precompiled header of the runtime: headers that many of its files include, and only
// those that no change in this project touches.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

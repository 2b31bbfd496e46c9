// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled header of the runtime: what many of its files include, and of it only what no file of
// ours changes.
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

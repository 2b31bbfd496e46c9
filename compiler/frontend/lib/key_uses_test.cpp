// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys that are used twice, while keys are checked: what is found, the texts, and what is allowed.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

const char *const kTwice = " has used already, so that both give the same numbers; split the key, "
                           "or fold a number into it\n";
const char *const kFromOutside =
    " uses a key from outside of the loop in each trip, which gives the same numbers; fold the "
    "position into it, or carry a key\n";

/// The whole message for a use of a key that `earlier` has used at a line of this file.
std::string twice(const std::string &name, const std::string &earlier, Where line) {
  return name + " of a key that " + earlier + kTwice + lineText(__FILE__, line) +
         ": note: " + earlier + " used it here";
}

struct Keys : testing::Test {
  DebugKeys checked = debugKeys();
};

TEST_F(Keys, AreUsedOnce) {
  const Key key(1);
  const Where line = Where::current();
  random::normal(key, {3}, f32, line);
  EXPECT_MESSAGE(twice("random::uniform", "random::normal", line), random::uniform(key, {2}));
  const Key copy = key;
  EXPECT_MESSAGE(twice("Key::split", "random::normal", line), copy.split());
}

TEST_F(Keys, AreUsedBySplitsAndByFunctionsOfTheLibrary) {
  const Key first(1), second(2);
  const Where line = Where::current();
  first.split(2, line);
  EXPECT_MESSAGE(twice("random::bits", "Key::split", line), random::bits(first, {2}));
  random::gamma(second, 2, {3}, f32, line);
  EXPECT_MESSAGE(twice("random::permutation", "random::gamma", line),
                 random::permutation(second, 5));
}

TEST_F(Keys, MayBeFoldedAndCloned) {
  const Key key(1);
  random::normal(key.fold(1), {2});
  random::normal(key.fold(2), {2});
  random::normal(key, {2});
  EXPECT_EQ(random::uniform(key.fold(3).clone(), {1}).item(),
            random::uniform(key.fold(3), {1}).item());
  random::normal(key.clone(), {2});
  const std::vector<Key> keys = Key(2).split(3);
  for (const Key &each : keys)
    random::normal(each, {2});
}

TEST_F(Keys, AreNotCheckedOutsideOfTheScope) {
  const Key key(1);
  random::normal(key, {2});
  const DebugKeys unchecked = debugKeys(false);
  random::normal(key, {2});
}

TEST_F(Keys, OfATraceAreChecked) {
  const Where line = Where::current();
  auto twiceDrawn = jit([=](Key key) {
    const Tensor first = random::normal(key, {2}, f32, line);
    return first + random::uniform(key, {2}, f32, 0, 1, line);
  });
  EXPECT_EQ(messageOf([&] { twiceDrawn(Key(1)); }),
            lineText(__FILE__, line) + ": " + twice("random::uniform", "random::normal", line));
}

TEST_F(Keys, AreUsedByEachCallOfAJittedFunction) {
  auto draw = jit([](Key key, Tensor x) { return x + random::normal(key, {2}); }, {.name = "draw"});
  const Key key(1), other(2);
  const Tensor x = ones({2});
  const Where line = Where::current();
  draw(key, x, line);
  EXPECT_MESSAGE(twice("draw", "draw", line), draw(key, x));
  draw(other, x);
  auto captures = jit([=](Tensor x) { return x + random::normal(key.fold(7), {2}); });
  captures(x), captures(x); // a fold is another key at each run
  const Key captured(3);
  auto uses = jit([=](Tensor x) { return x + random::normal(captured, {2}); }, {.name = "uses"});
  const Where first = Where::current();
  uses(x, first);
  EXPECT_MESSAGE(twice("uses", "uses", first), uses(x));
}

TEST_F(Keys, AreFoundWhereAProgramWasTracedUnchecked) {
  auto draw = jit([](Key key) { return random::normal(key, {2}); }, {.name = "draw"});
  const Key key(1);
  {
    const DebugKeys unchecked = debugKeys(false);
    draw(key), draw(key);
  }
  const Where line = Where::current();
  draw(key, line);
  EXPECT_MESSAGE(twice("draw", "draw", line), draw(key));
}

/// The text for a loop that uses `key` in each trip.
std::string fromOutside(const std::string &name, Where use, Where key) {
  return lineText(__FILE__, use) + ": " + name + kFromOutside + lineText(__FILE__, key) +
         ": note: the key comes from here";
}

TEST_F(Keys, FromOutsideOfALoopAreRefused) {
  const Where line = Where::current();
  const Tensor xs = ones({3, 2});
  const Key key(1, line);
  auto scanned = jit([=](Tensor start) {
    return scan([=](Tensor sum, Tensor) { return sum + random::normal(key, {2}, f32, line); },
                start, xs);
  });
  EXPECT_EQ(messageOf([&] { scanned(ones({2})); }), fromOutside("random::normal", line, line));
  auto repeated = jit([=](Tensor start) {
    return foriLoop(
        0, 3, [=](Tensor, Tensor sum) { return sum + random::uniform(key, {2}, f32, 0, 1, line); },
        start);
  });
  EXPECT_EQ(messageOf([&] { repeated(ones({2})); }), fromOutside("random::uniform", line, line));
  // At once the second trip finds the use of the first one.
  EXPECT_EQ(messageOf([&] {
              foriLoop(
                  0, 3, [=](Tensor, Tensor sum) { return sum + random::bits(key, {2}, u32, line); },
                  zeros({2}, u32));
            }),
            lineText(__FILE__, line) + ": " + twice("random::bits", "random::bits", line));
}

TEST_F(Keys, OfEachTripAreTheirOwn) {
  const Tensor start = zeros({2});
  auto folded = [](Key key, Tensor start) {
    return foriLoop(
        0, 3, [=](Tensor i, Tensor sum) { return sum + random::normal(key.fold(i), {2}); }, start);
  };
  jit(folded)(Key(1), start), folded(Key(1), start);
  auto stacked = [](Key key, Tensor start) {
    return scan([](Tensor sum, Key key) { return sum + random::normal(key, {2}); }, start,
                key.splitStacked(3));
  };
  jit(stacked)(Key(2), start), stacked(Key(2), start);
  auto carried = [](Key key, Tensor start) {
    using Both = std::pair<Key, Tensor>;
    return foriLoop(
               0, 3,
               [](Tensor, Both both) -> Both {
                 const std::vector<Key> keys = both.first.split();
                 return {keys[0], both.second + random::normal(keys[1], {2})};
               },
               Both{key, start})
        .second;
  };
  jit(carried)(Key(3), start), carried(Key(3), start);
}

TEST_F(Keys, CarriedAreReplaced) {
  const Where line = Where::current();
  using Both = std::pair<Key, Tensor>;
  auto loop = [=](Key key, Tensor start) {
    return foriLoop(
               0, 3,
               [=](Tensor, Both both) -> Both {
                 return {both.first, both.second + random::normal(both.first, {2}, f32, line)};
               },
               Both{key, start}, line)
        .second;
  };
  EXPECT_EQ(messageOf([&] { jit(loop)(Key(1), zeros({2})); }),
            lineText(__FILE__, line) +
                ": foriLoop: the carry holds a key that each trip uses, and the next trip gets a "
                "used key in its place; carry a part of its split instead\n" +
                lineText(__FILE__, line) + ": note: random::normal uses it here");
}

TEST_F(Keys, StackedOfAScanAreUsedByIt) {
  const Where line = Where::current();
  auto draws = [=](Key keys, Tensor start) {
    auto step = [=](Tensor sum, Key key) { return sum + random::normal(key, {2}, f32, line); };
    return scan(step, scan(step, start, keys), keys);
  };
  const std::string words =
      lineText(__FILE__, line) + ": " + twice("random::normal", "random::normal", line);
  EXPECT_EQ(messageOf([&] { jit(draws)(Key(1).splitStacked(3), zeros({2})); }), words);
  EXPECT_EQ(messageOf([&] { draws(Key(2).splitStacked(3), zeros({2})); }), words);
}

TEST_F(Keys, OfTransformedFunctionsCountOnce) {
  auto loss = [](Tensor x, Key key) { return sum(x * random::normal(key, {2})); };
  const Tensor x = ones({2});
  grad(loss)(x, Key(1));
  vjp(loss, x, Key(2)).second(full({}, 1, f32));
  vmap([](Key key) { return random::normal(key, {2}); })(Key(3).splitStacked(4));
  const Key key(4);
  const Where line = Where::current();
  vmap([=](Tensor x) { return x + random::normal(key, {2}, f32, line); })(ones({3, 2}), line);
  EXPECT_MESSAGE(twice("random::bits", "vmap", line), random::bits(key, {2}));
  auto both = jit([=](Key key, Tensor x) {
    auto drawn = checkpoint([](Key key, Tensor x) { return x * random::normal(key, {2}); });
    return drawn(key, x) + drawn(key, x);
  });
  EXPECT_NE(messageOf([&] { both(Key(5), x); }).find("of a key that random::normal has used"),
            std::string::npos);
}

TEST_F(Keys, MayBeUsedByEachBranch) {
  auto f = jit(
      [](Tensor isTrue, Key key) {
        auto normal = [](Key key) { return random::normal(key, {2}); };
        auto uniform = [](Key key) { return random::uniform(key, {2}); };
        return cond(isTrue, normal, uniform, key) + random::normal(key.fold(1), {2});
      },
      {.name = "f"});
  const Key key(1);
  const Where line = Where::current();
  f(full({}, true, boolean), key, line);
  EXPECT_MESSAGE(twice("random::bits", "f", line), random::bits(key, {2}));
}

} // namespace
} // namespace spmd::test

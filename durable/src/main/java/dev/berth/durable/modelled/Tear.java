package dev.berth.durable.modelled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One page put together from pieces of all that it has been.
final class Tear {
    private Tear() {}

    /// A page each of whose pieces below `length` is that of some version. A version that wins
    /// whole comes back itself, so that a hole stays one.
    static byte[] choose(List<byte[]> versions, int length, Choices choices, Tearing tearing) {
        byte[] page = versions.getFirst();
        for (int from = 0; from < length; from += tearing.bytes()) {
            int to = Math.min(length, from + tearing.bytes());
            var distinct = distinct(versions, from, to);
            byte[] chosen = distinct.get(choices.pick(distinct.size()));
            if (to - from == length) return chosen;
            if (Arrays.equals(page, from, to, chosen, from, to)) continue;
            if (versions.contains(page)) page = page.clone();
            System.arraycopy(chosen, from, page, from, to - from);
        }
        return page;
    }

    // Of versions that do not differ in this piece only the first counts: fewer equal states.
    private static List<byte[]> distinct(List<byte[]> versions, int from, int to) {
        var distinct = new ArrayList<byte[]>();
        for (byte[] version : versions) {
            boolean seen =
                    distinct.stream()
                            .anyMatch(other -> Arrays.equals(other, from, to, version, from, to));
            if (!seen) distinct.add(version);
        }
        return distinct;
    }
}

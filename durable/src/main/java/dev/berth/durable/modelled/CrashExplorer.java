package dev.berth.durable.modelled;

import dev.berth.durable.ContentHash;
import dev.berth.durable.FileFault;
import dev.berth.durable.FileLayer;
import dev.berth.durable.faulting.Call;
import dev.berth.durable.faulting.InterceptedFiles;
import dev.berth.durable.faulting.Interceptor;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/// Cuts the power after every call that changes something, and checks every file system that may be
/// found then.
///
/// Run the code under test on [#files]. After each of its calls that may matter, every legal
/// survivor, each once, is handed to the check, which knows from the test what was acknowledged by
/// then. A survivor is a file system of its own: the check may go on working in it. Where one crash
/// has more outcomes than `mostPerCrash`, that many are drawn at random from the seed instead, and
/// [#isExhaustive] says so.
///
/// Used by one thread at a time.
public final class CrashExplorer {
    private final ModelledFiles model;
    private final Tearing tearing;
    private final Check check;
    private final int mostPerCrash;
    private final SplittableRandom random;
    private long states;
    private long crashes;
    private boolean exhaustive = true;
    private boolean watching = true;

    public CrashExplorer(ModelledFiles model, Tearing tearing, Check check) {
        this(model, tearing, check, Integer.MAX_VALUE, 0);
    }

    public CrashExplorer(
            ModelledFiles model, Tearing tearing, Check check, int mostPerCrash, long seed) {
        this.model = model;
        this.tearing = tearing;
        this.check = check;
        this.mostPerCrash = mostPerCrash;
        this.random = new SplittableRandom(seed);
    }

    /// The files to work on.
    public FileLayer files() {
        return new InterceptedFiles(model, new Watching());
    }

    /// Whether calls are followed by crashes; a test turns it off for what it has explored before.
    public void watch(boolean on) {
        watching = on;
    }

    /// How many survivors were checked.
    public long states() {
        return states;
    }

    /// After how many calls the power was cut.
    public long crashes() {
        return crashes;
    }

    /// Whether every survivor of every crash was checked.
    public boolean isExhaustive() {
        return exhaustive;
    }

    /// Cuts the power here: `when` tells where that is.
    public void crash(String when) {
        crashes++;
        var seen = new HashSet<ContentHash>();
        var every = new EveryChoice();
        do {
            if (seen.size() >= mostPerCrash) {
                exhaustive = false;
                sample(when);
                return;
            }
            visit(model.crash(every, tearing), seen, when);
        } while (every.next());
    }

    private void sample(String when) {
        var seen = new HashSet<ContentHash>();
        for (int draw = 0; draw < mostPerCrash; draw++) {
            visit(model.crash(random::nextInt, tearing), seen, when);
        }
    }

    private void visit(ModelledFiles survivor, Set<ContentHash> seen, String when) {
        if (!seen.add(survivor.fingerprint())) return;
        states++;
        try {
            check.check(survivor);
        } catch (Exception | AssertionError violation) {
            throw new AssertionError("power lost after " + when + ": " + violation, violation);
        }
    }

    /// Says no, by any exception, to a survivor that breaks a promise.
    public interface Check {
        void check(ModelledFiles survivor) throws Exception;
    }

    private final class Watching implements Interceptor {
        @Override
        public <T> T call(Call call, Body<T> body) throws FileFault {
            T answer = body.run();
            if (watching && call.kind().changes()) crash(call.toString());
            return answer;
        }
    }
}

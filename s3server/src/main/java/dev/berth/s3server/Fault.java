package dev.berth.s3server;

import dev.berth.s3server.Relay.Wire;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// What can go wrong between a client and its store, each as it looks on the wire.
public enum Fault {
    /// The store has an inner trouble.
    ERROR {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.reply(Message.refusal(500, "InternalError"));
        }
    },
    /// The store has too much to do.
    SLOW_DOWN {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.reply(Message.refusal(503, "SlowDown"));
        }
    },
    /// The line breaks before the store has heard anything.
    RESET_BEFORE {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.reset();
        }
    },
    /// The line breaks while the request is on its way.
    RESET_DURING_REQUEST {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.begin(request, random.nextInt(request.bodyBytes() + 1) / 2);
            wire.reset();
        }
    },
    /// The line breaks in the middle of the answer.
    RESET_DURING_ANSWER {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            var answer = wire.ask(request);
            wire.reply(answer, random.nextInt(answer.bodyBytes() + 1));
            wire.reset();
        }
    },
    /// The line breaks behind the answer.
    RESET_AFTER {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.reply(wire.ask(request));
            wire.end();
        }
    },
    /// Done, and nobody is told.
    LOST_ANSWER {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.ask(request);
            wire.reset();
        }
    },
    /// An answer that ends before it should, in good order.
    CUT {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            var answer = wire.ask(request);
            wire.reply(answer, answer.bodyBytes() / 2);
            wire.end();
        }
    },
    /// One bit of an object is another, on its way out or on its way in.
    FLIPPED {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            if (request.method().equals("PUT") && request.bodyBytes() > 0) {
                wire.reply(wire.ask(request.flipped(random)));
                return;
            }
            var answer = wire.ask(request);
            boolean whole = isObject(request, answer) && request.header("Range").isEmpty();
            wire.reply(whole ? answer.flipped(random) : answer);
        }
    },
    /// One bit of a part of an object is another, which only its reader can tell.
    FLIPPED_RANGE {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            var answer = wire.ask(request);
            boolean part = isObject(request, answer) && request.header("Range").isPresent();
            wire.reply(part ? answer.flipped(random) : answer);
        }
    },
    /// The store hears it twice.
    TWICE {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            wire.ask(request);
            wire.reply(wire.ask(request));
        }
    },
    /// A listing that ends in the middle.
    PARTIAL_LISTING {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            var answer = wire.ask(request);
            boolean listing = request.target().contains("list-type=2");
            wire.reply(listing ? Listing.without(answer, random) : answer);
        }
    },
    /// Two at once, of which the store has let none in.
    CONFLICT {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            boolean whole = request.method().equals("PUT") && !request.target().contains("?");
            wire.reply(
                    whole ? Message.refusal(409, "ConditionalRequestConflict") : wire.ask(request));
        }
    },
    /// Somebody is said to have been there before.
    PRECONDITION {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            boolean onCondition = request.header("If-None-Match").isPresent();
            wire.reply(
                    onCondition ? Message.refusal(412, "PreconditionFailed") : wire.ask(request));
        }
    },
    /// Nothing comes for longer than anybody waits.
    STALL {
        @Override
        void strike(Message request, Wire wire, RandomGenerator random) throws IOException {
            try {
                TimeUnit.SECONDS.sleep(3);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            wire.reset();
        }
    };

    private static boolean isObject(Message request, Message answer) {
        return !request.target().contains("?")
                && answer.status() / 100 == 2
                && answer.bodyBytes() > 0;
    }

    /// Lets it happen to one request.
    abstract void strike(Message request, Wire wire, RandomGenerator random) throws IOException;
}

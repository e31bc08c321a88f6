package dev.berth.durable.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

@DisplayName("Whoever waits for a lock")
class WaitTest {
    private static final int LOOKS = 20;

    @Test
    void looksManyTimesInARowNowAndThenSinceOthersLetGoForMicrosecondsOnly() throws Exception {
        int rested = 0;
        int inARow = 0;
        int mostInARow = 0;
        for (var pause : pauses(400)) {
            inARow = pause.isZero() ? inARow + 1 : 0;
            mostInARow = Math.max(mostInARow, inARow);
            if (pause.toMillis() >= 2) rested++;
        }
        assertThat(mostInARow).as("looks in a row").isEqualTo(LOOKS);
        assertThat(rested).as("rests between them").isGreaterThan(50);
    }

    @Test
    void doesNotBeginWithThat() throws Exception {
        assertThat(pauses(8)).noneMatch(Duration::isZero);
    }

    @Test
    void looksOftenOnTheMachinesOwnTime() {
        assertThat(Pace.real().looksInARow()).isGreaterThan(50);
    }

    private static List<Duration> pauses(int count) throws InterruptedException {
        var fake = new FakePace();
        var world = new World(FakeProcesses.machine(), new FakeClock(), eager(fake), new Random(1));
        var wait = new Wait(world, Duration.ofMinutes(1));
        var pauses = new ArrayList<Duration>();
        for (int i = 0; i < count; i++) {
            var before = fake.paused();
            wait.pause();
            pauses.add(fake.paused().minus(before));
        }
        return pauses;
    }

    private static Pace eager(FakePace fake) {
        return new Pace() {
            @Override
            public long nanos() {
                return fake.nanos();
            }

            @Override
            public void pause(Duration time) {
                fake.pause(time);
            }

            @Override
            public int looksInARow() {
                return LOOKS;
            }

            @Override
            public Repeating every(Duration period, Runnable action) {
                return fake.every(period, action);
            }
        };
    }
}

package dev.berth.cli.doctor;

import dev.berth.failure.Failure;
import dev.berth.runner.agent.Programs;
import dev.berth.runner.profile.Casting;
import dev.berth.runner.profile.Profile;

import java.util.Optional;

/// Whether a profile can run on this machine, and why not.
final class Readiness {
    private final Programs programs;
    private final Walls walls;
    private final DockerEngine docker;

    Readiness(Programs programs, Walls walls, DockerEngine docker) {
        this.programs = programs;
        this.walls = walls;
        this.docker = docker;
    }

    /// A profile and what stands in its way; its advice says what to do about that.
    record Of(String name, Profile profile, boolean builtIn, Optional<Failure> obstacle) {}

    Of look(String name, Profile profile, boolean builtIn) {
        return new Of(name, profile, builtIn, obstacle(profile));
    }

    private Optional<Failure> obstacle(Profile profile) {
        try {
            switch (profile.runner()) {
                case PROCESS -> {
                    if (!profile.unsandboxed()) walls.check();
                }
                case DOCKER -> docker.check(profile.image());
                case KUBERNETES ->
                        throw new Failure.Unavailable(
                                "nothing here runs pods yet",
                                "choose `runner: process` or `runner: docker`");
            }
            Casting.of(profile, programs);
            return Optional.empty();
        } catch (Failure obstacle) {
            return Optional.of(obstacle);
        }
    }

    /// Asked once; what it says stands for all profiles.
    static final class Walls {
        private final Question question;
        private Optional<Failure> obstacle = Optional.empty();
        private boolean asked;

        Walls(Question question) {
            this.question = question;
        }

        void check() throws Failure {
            if (!asked) obstacle = answer();
            asked = true;
            if (obstacle.isPresent()) throw obstacle.get();
        }

        private Optional<Failure> answer() {
            try {
                question.ask();
                return Optional.empty();
            } catch (Failure no) {
                return Optional.of(no);
            }
        }
    }

    /// Fails when a sandbox of processes cannot be built here.
    interface Question {
        void ask() throws Failure;
    }
}

package dev.berth.server.files;

import dev.berth.disk.Volume;
import dev.berth.failure.Failure;
import dev.berth.server.http.Call;
import dev.berth.server.problem.Objection;
import dev.berth.session.SessionKey;
import dev.berth.session.catalog.Access.Scope;
import dev.berth.session.files.FilePath;
import dev.berth.session.life.Sessions;

/// Where in which workspace something lies that a call is about.
record Place(SessionKey key, Volume volume, FilePath path) {
    static Place of(Call call, Sessions sessions) throws Failure, Objection {
        return of(call, sessions, call.value("path"));
    }

    static Place of(Call call, Sessions sessions, FilePath path) throws Failure, Objection {
        return new Place(known(call, sessions), volume(call), path);
    }

    private static Place of(Call call, Sessions sessions, String path) throws Failure, Objection {
        var key = known(call, sessions);
        return new Place(key, volume(call), FilePath.parse(path));
    }

    /// Looked for first: whose workspace it is not learns nothing from what it asks for.
    private static SessionKey known(Call call, Sessions sessions) throws Failure {
        return sessions.find(call.key()).key();
    }

    /// Other volumes than the work are for those who may see them.
    private static Volume volume(Call call) throws Failure, Objection {
        var named = call.query().text("volume");
        if (named.isEmpty()) return Volume.WORKSPACE;
        var volume = Volume.parse(named.get());
        if (volume != Volume.WORKSPACE) call.caller().require(Scope.VFS);
        return volume;
    }
}

package dev.berth.depot.checkpoint;

import dev.berth.depot.chunk.ChunkId;
import dev.berth.depot.key.DomainName;
import dev.berth.depot.tree.ChunkList;
import dev.berth.depot.tree.Meta;
import dev.berth.disk.Layout;
import dev.berth.disk.SessionId;
import dev.berth.disk.Volume;
import dev.berth.durable.json.Json;
import dev.berth.durable.json.JsonReader;
import dev.berth.durable.json.JsonRefusal;
import dev.berth.durable.json.StrictJson;
import dev.berth.failure.Failure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;

/// A checkpoint as JSON, `berth-checkpoint/1`: what is sealed in its object.
final class CheckpointCodec {
    private static final String FORMAT = "berth-checkpoint/1";

    private CheckpointCodec() {}

    static byte[] encode(Checkpoint checkpoint) {
        var trees = new ArrayList<Json.Obj>();
        for (var tree : checkpoint.trees()) trees.add(tree(tree));
        var fields = Json.object();
        fields.put("format", FORMAT)
                .put("id", checkpoint.id().value())
                .put("session", checkpoint.session().value())
                .put("domain", checkpoint.domain().value())
                .putText("parent", checkpoint.parent().map(CheckpointId::value))
                .put("created", checkpoint.created())
                .put("layout", checkpoint.layout().name().toLowerCase(Locale.ROOT))
                .put("trees", Json.array(trees))
                .put("transcript", chunks(checkpoint.transcript()))
                .put("skipped", checkpoint.skipped())
                .put("unsettled", checkpoint.unsettled())
                .put("facts", checkpoint.facts());
        checkpoint.via().ifPresent(via -> fields.put("via", via.value()));
        return fields.build().compact().getBytes(StandardCharsets.UTF_8);
    }

    static Checkpoint decode(byte[] bytes, String subject) throws Failure {
        try {
            var in = StrictJson.open(bytes);
            if (!in.text("format").equals(FORMAT)) throw in.wrongValue("format", "not known");
            var checkpoint = read(in);
            in.done();
            return checkpoint;
        } catch (JsonRefusal refusal) {
            throw damaged(subject, refusal.shown());
        } catch (IllegalArgumentException nonsense) {
            throw damaged(subject, "it holds values that cannot be");
        }
    }

    private static Checkpoint read(JsonReader in) throws JsonRefusal, Failure {
        var trees = new ArrayList<VolumeTree>();
        for (var each : in.objects("trees")) {
            trees.add(tree(each));
            each.done();
        }
        return new Checkpoint(
                new CheckpointId(in.text("id")),
                new SessionId(in.text("session")),
                DomainName.parse(in.text("domain")),
                in.optionalText("parent").map(CheckpointId::new),
                in.instant("created"),
                in.oneOf("layout", Layout.class),
                trees,
                chunks(in, "transcript"),
                in.integer("skipped", 0, Long.MAX_VALUE),
                in.integer("unsettled", 0, Long.MAX_VALUE),
                facts(in),
                in.optionalText("via").map(CheckpointId::new));
    }

    private static Json.Obj facts(JsonReader in) throws JsonRefusal {
        if (in.any("facts") instanceof Json.Obj facts) return facts;
        throw in.wrongValue("facts", "not an object");
    }

    private static Json.Obj tree(VolumeTree tree) {
        var meta = tree.meta();
        return Json.object()
                .put("volume", tree.volume().label())
                .put("mode", meta.mode())
                .put("uid", Integer.toUnsignedLong(meta.uid()))
                .put("gid", Integer.toUnsignedLong(meta.gid()))
                .put("mtime", meta.seconds())
                .put("mtime_ns", meta.nanos())
                .put("node", chunks(tree.node()))
                .put("root", tree.root().hex())
                .put("digest", tree.digest().hex())
                .put("files", tree.files())
                .put("folders", tree.folders())
                .put("links", tree.links())
                .put("bytes", tree.bytes())
                .build();
    }

    private static VolumeTree tree(JsonReader in) throws JsonRefusal, Failure {
        return new VolumeTree(
                Volume.parse(in.text("volume")),
                new Meta(
                        (int) in.integer("mode", 0, Meta.MODE_BITS),
                        (int) in.integer("uid", 0, 0xffff_ffffL),
                        (int) in.integer("gid", 0, 0xffff_ffffL),
                        in.integer("mtime", Long.MIN_VALUE, Long.MAX_VALUE),
                        (int) in.integer("mtime_ns", 0, Meta.NANOS - 1)),
                chunks(in, "node"),
                ChunkId.parse(in.text("root")),
                ChunkId.parse(in.text("digest")),
                in.integer("files", 0, Long.MAX_VALUE),
                in.integer("folders", 0, Long.MAX_VALUE),
                in.integer("links", 0, Long.MAX_VALUE),
                in.integer("bytes", 0, Long.MAX_VALUE));
    }

    /// Each chunk as its id, a colon and its length.
    private static Json.Arr chunks(ChunkList chunks) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < chunks.count(); i++) {
            texts.add(chunks.id(i).hex() + ":" + chunks.length(i));
        }
        return Json.texts(texts);
    }

    private static ChunkList chunks(JsonReader in, String field) throws JsonRefusal, Failure {
        var list = new ChunkList.Builder();
        for (String text : in.texts(field)) {
            int colon = text.indexOf(':');
            if (colon < 0) throw in.wrongValue(field, "not a chunk and its length");
            int length = Integer.parseInt(text.substring(colon + 1));
            if (length < 1) throw in.wrongValue(field, "an empty chunk");
            list.add(ChunkId.parse(text.substring(0, colon)), length);
        }
        return list.build();
    }

    private static Failure damaged(String subject, String why) {
        return new Failure.Damaged(
                "%s is damaged: %s".formatted(subject, why),
                "see `berth depot verify`",
                Map.of("object", subject));
    }
}

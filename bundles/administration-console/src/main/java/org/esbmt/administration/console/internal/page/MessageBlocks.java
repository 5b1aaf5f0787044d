package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.console.internal.message.Fault;
import org.esbmt.administration.console.internal.message.Reply;
import org.esbmt.administration.console.internal.message.XmlLayout;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Cell.Tone;
import org.esbmt.administration.console.internal.web.Call;

/** Shows the answer to a message, with the meaning of a fault and the person who must act. */
final class MessageBlocks {
    private MessageBlocks() {}

    static List<Block> of(Call call, Reply reply) {
        List<Block> blocks = new ArrayList<>();
        List<Block.Fact> facts = new ArrayList<>();
        Tone tone = reply.status() < 300 ? Tone.GOOD : Tone.BAD;
        facts.add(Parts.fact(call, "reply.status", new Cell.State(String.valueOf(reply.status()), tone)));
        facts.add(Parts.fact(
                call,
                "reply.took",
                new Cell.Words(call.text("reply.millis", reply.took().toMillis()))));
        Map<String, String> fields = new TreeMap<>(reply.fields());
        if (!fields.isEmpty()) {
            facts.add(Parts.fact(
                    call,
                    "reply.fields",
                    new Cell.Many(fields.entrySet().stream()
                            .map(field -> (Cell) new Cell.Code(field.getKey() + ": " + field.getValue()))
                            .toList())));
        }
        reply.fault().ifPresent(fault -> addFault(call, fault, facts));
        blocks.add(new Block.Facts(facts));
        blocks.add(new Block.Paragraph(call.text(meaning(call, reply))));
        if (!reply.body().isEmpty()) {
            List<String> lines = reply.cut() ? reply.body().lines().toList() : XmlLayout.lines(reply.body());
            blocks.add(new Block.Source("reply", call.text("reply.body"), lines));
        }
        if (reply.cut()) {
            blocks.add(new Block.Paragraph(call.text("reply.cut")));
        }
        return List.of(new Block.Section("answer", call.text("reply.heading"), blocks));
    }

    private static void addFault(Call call, Fault fault, List<Block.Fact> facts) {
        fault.code().ifPresent(code -> facts.add(Parts.fact(call, "reply.code", new Cell.State(code, Tone.BAD))));
        if (!fault.sentence().isEmpty()) {
            facts.add(Parts.fact(call, "reply.sentence", new Cell.Sentence(fault.sentence())));
        }
        fault.correlation().ifPresent(id -> facts.add(Parts.fact(call, "reply.correlation", new Cell.Code(id))));
    }

    /** The key of the sentence about the answer. */
    private static String meaning(Call call, Reply reply) {
        if (reply.fault().isPresent()) {
            String key = reply.fault().get().code().map(code -> "fault." + code).orElse("fault.backEnd");
            return call.has(key) ? key : "fault.other";
        }
        String key = "reply.status." + reply.status();
        return call.has(key) ? key : "reply.status.other";
    }
}

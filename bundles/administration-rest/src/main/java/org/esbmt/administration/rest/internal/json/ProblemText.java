package org.esbmt.administration.rest.internal.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.esbmt.administration.rest.internal.problem.Problem;
import org.esbmt.administration.rest.internal.problem.Problem.Finding;

/** The JSON of problem details, application/problem+json. */
public final class ProblemText {
    private ProblemText() {}

    public static byte[] of(Problem problem) {
        return Json.bytes(out -> write(problem, out));
    }

    private static void write(Problem problem, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("type", problem.type().uri());
        out.writeStringField("title", problem.type().title());
        out.writeNumberField("status", problem.status());
        out.writeStringField("detail", problem.detail());
        out.writeStringField("who", problem.who());
        if (problem.operation().isPresent()) {
            out.writeStringField("operation", problem.operation().get().toString());
        }
        out.writeArrayFieldStart("findings");
        for (Finding finding : problem.findings()) {
            out.writeStartObject();
            optional(out, "field", finding.field());
            out.writeStringField("detail", finding.detail());
            optional(out, "file", finding.file());
            if (finding.line().isPresent()) {
                out.writeNumberField("line", finding.line().getAsInt());
            }
            optional(out, "rule", finding.rule());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void optional(JsonGenerator out, String name, Optional<String> text) throws IOException {
        if (text.isPresent()) {
            out.writeStringField(name, text.get());
        }
    }
}

package org.esbmt.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The text of a refusal, from problem details of RFC 9457. */
final class Problem {
    private static final int NOT_AUTHENTICATED = 401;
    private static final int MISDIRECTED = 421;
    private static final int IN_DOUBT = 504;

    private Problem() {}

    /** @param sent the header fields of the request */
    static Failure of(Connection.Answer answer, Map<String, String> sent) {
        Map<String, Object> problem = Json.object(answer.body());
        List<String> lines = new ArrayList<>();
        String detail = Json.text(problem.get("detail"));
        lines.add(detail.isEmpty() ? ofStatus(answer.status()) : detail);
        String who = Json.text(problem.get("who"));
        if (!who.isEmpty() && !detail.contains(who)) {
            lines.add("It is for " + who + ".");
        }
        for (Object finding : Json.list(problem.get("findings"))) {
            lines.add("  " + finding(Json.object(finding)));
        }
        if (answer.status() == NOT_AUTHENTICATED) {
            lines.add("Log in again: esbmt login");
        }
        String text = String.join("\n", lines);
        String key = sent.get(Operation.IDEMPOTENCY_KEY);
        return answer.status() == IN_DOUBT && key != null ? Failure.inDoubt(text, key) : Failure.refused(text);
    }

    /** The sentence of an answer without problem details, perhaps of a proxy. */
    private static String ofStatus(int status) {
        return status == MISDIRECTED
                ? "The bus is not served at this address. It is for the operator to set public.url in"
                        + " etc/org.esbmt.administration.http.cfg, or for you to use the address that is there."
                : "The answer has the status " + status + ".";
    }

    /** {@code <file>:<line>: <sentence>}, or with the field in place of the file. */
    private static String finding(Map<String, Object> finding) {
        String place = Json.text(finding.getOrDefault("file", finding.get("field")));
        String line = Json.text(finding.get("line"));
        String rule = Json.text(finding.get("rule"));
        return place
                + (line.isEmpty() ? "" : ":" + line)
                + (place.isEmpty() ? "" : ": ")
                + Json.text(finding.get("detail"))
                + (rule.isEmpty() ? "" : " (" + rule + ")");
    }
}

package org.esbmt.administration.console.internal.web;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Block;

/** Shows the refusals of administration. */
final class Refusals {
    /** {@code orders-http.zip!/xbean.xml:7: a sentence [http.value]}. */
    private static final Pattern FINDING =
            Pattern.compile("(.{1,1000}?):(\\d{1,9}): (.*) \\[([a-z0-9-]+(?:\\.[a-z0-9-]+)+)\\]");

    private static final Pattern FINDING_OF_FILE =
            Pattern.compile("(.{1,1000}?): (.*) \\[([a-z0-9-]+(?:\\.[a-z0-9-]+)+)\\]");

    private Refusals() {}

    static int status(Reason reason) {
        return switch (reason) {
            case INVALID -> 400;
            case NOT_FOUND -> 404;
            case CONFLICT, EXCEEDED -> 409;
            case STALE -> 412;
            case FORBIDDEN -> 403;
            case UNAVAILABLE, BUSY -> 503;
            case IN_DOUBT -> 504;
            case INTERNAL -> 500;
        };
    }

    static Block.Refused shown(AdministrationException refusal, Texts texts) {
        String message = String.valueOf(refusal.getMessage());
        int advice = message.lastIndexOf(" It is for ");
        String told = advice < 0 ? message : message.substring(0, advice);
        List<Block.Finding> findings = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        told.lines().forEach(line -> {
            Matcher finding = FINDING.matcher(line);
            Matcher ofFile = FINDING_OF_FILE.matcher(line);
            if (finding.matches()) {
                findings.add(new Block.Finding(finding.group(1), finding.group(2), finding.group(3), finding.group(4)));
            } else if (ofFile.matches()) {
                findings.add(new Block.Finding(ofFile.group(1), "", ofFile.group(2), ofFile.group(3)));
            } else if (!line.isBlank()) {
                rest.add(line);
            }
        });
        return new Block.Refused(
                texts.of("refused." + refusal.reason().name()),
                String.join(" ", rest),
                advice < 0 ? "" : message.substring(advice + 1),
                findings);
    }
}

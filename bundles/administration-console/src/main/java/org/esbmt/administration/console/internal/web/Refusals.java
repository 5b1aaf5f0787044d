package org.esbmt.administration.console.internal.web;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Finding;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Block;

/** Shows the refusals of administration. */
final class Refusals {
    private static final int MOST_FINDINGS = 100;

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
        return shown(refusal, texts, Optional.empty());
    }

    /** @param archive the refused archive, for the lines of its findings */
    static Block.Refused shown(AdministrationException refusal, Texts texts, Optional<byte[]> archive) {
        String message = String.valueOf(refusal.getMessage());
        int advice = message.lastIndexOf(" It is for ");
        String told = advice < 0 ? message : message.substring(0, advice);
        return new Block.Refused(
                texts.of("refused." + refusal.reason().name()),
                refusal.findings().isEmpty() ? told : "",
                advice < 0 ? "" : message.substring(advice + 1),
                findings(refusal.findings(), archive));
    }

    private static List<Block.Finding> findings(List<Finding> findings, Optional<byte[]> archive) {
        Set<String> files = findings.stream().map(Finding::file).collect(Collectors.toSet());
        Optional<ArchiveLines> lines = archive.map(bytes -> ArchiveLines.of(bytes, files));
        return findings.stream()
                .limit(MOST_FINDINGS)
                .map(finding -> new Block.Finding(
                        finding.file(),
                        finding.line(),
                        lines.flatMap(read ->
                                        read.line(finding.file(), finding.line().orElse(0)))
                                .orElse(""),
                        finding.sentence(),
                        finding.rule()))
                .toList();
    }
}

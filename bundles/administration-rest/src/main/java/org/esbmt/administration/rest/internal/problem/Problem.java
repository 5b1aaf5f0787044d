package org.esbmt.administration.rest.internal.problem;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;

/**
 * The details of a problem, as of RFC 9457.
 *
 * @param status that of the type, but for archives
 * @param detail sentences, of which the last one names the person who must act
 * @param operation the identifier of the request, if it is one that changes something
 */
public record Problem(
        ProblemType type, int status, String detail, String who, Optional<UUID> operation, List<Finding> findings) {
    /** The largest number of characters of a detail: a sentence may repeat an argument. */
    private static final int MAX_LENGTH = 16_384;

    /** The status of an archive or a document that breaks a rule. */
    private static final int UNPROCESSABLE_CONTENT = 422;

    public Problem {
        requireNonNull(type, "type");
        detail = detail.length() > MAX_LENGTH ? detail.substring(0, MAX_LENGTH) + "..." : detail;
        requireNonNull(who, "who");
        requireNonNull(operation, "operation");
        findings = List.copyOf(findings);
    }

    /**
     * One finding in a request.
     *
     * @param field the field of the body, the parameter or the header field; empty for a place in an archive
     * @param file as of {@link org.esbmt.administration.api.Finding#file}; empty for a field
     */
    public record Finding(
            Optional<String> field, String detail, Optional<String> file, OptionalInt line, Optional<String> rule) {
        public Finding {
            requireNonNull(field, "field");
            requireNonNull(detail, "detail");
            requireNonNull(file, "file");
            requireNonNull(line, "line");
            requireNonNull(rule, "rule");
        }

        /** A finding in a field. */
        static Finding of(String field, String detail) {
            return new Finding(Optional.of(field), detail, Optional.empty(), OptionalInt.empty(), Optional.empty());
        }

        /** A finding in an archive. */
        static Finding of(org.esbmt.administration.api.Finding finding) {
            Optional<String> file = Optional.of(finding.file()).filter(name -> !name.isEmpty());
            return new Finding(Optional.empty(), finding.sentence(), file, finding.line(), Optional.of(finding.rule()));
        }
    }

    /** The problem of a refusal by this adapter. */
    public static Problem of(Refusal refusal, Optional<UUID> operation) {
        String sentence = String.valueOf(refusal.getMessage());
        return of(
                refusal.type(),
                sentence,
                operation,
                refusal.field()
                        .map(field -> List.of(Finding.of(field, sentence)))
                        .orElse(List.of()));
    }

    /**
     * The problem of a refusal by the administration.
     *
     * @param ofContent true if the body of the request was an archive or a document
     */
    public static Problem of(AdministrationException e, boolean ofContent, Optional<UUID> operation) {
        ProblemType type = ProblemType.of(e.reason());
        int status = ofContent && type == ProblemType.INVALID ? UNPROCESSABLE_CONTENT : type.status();
        List<Finding> findings = e.findings().stream().map(Finding::of).toList();
        return new Problem(type, status, String.valueOf(e.getMessage()), e.who(), operation, findings);
    }

    /** The problem of a failure, whose cause the log alone has. */
    public static Problem internal(Optional<UUID> operation) {
        return of(ProblemType.INTERNAL, "the bus failed; its log tells why", operation, List.of());
    }

    /** A problem with the advice of its type. */
    public static Problem of(ProblemType type, String sentence, Optional<UUID> operation, List<Finding> findings) {
        return new Problem(
                type,
                type.status(),
                AdministrationException.told(sentence, type.who()),
                type.who(),
                operation,
                findings);
    }
}

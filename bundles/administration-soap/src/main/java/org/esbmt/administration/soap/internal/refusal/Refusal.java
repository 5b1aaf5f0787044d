package org.esbmt.administration.soap.internal.refusal;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.catalogue.InvalidArgumentException;
import org.esbmt.administration.soap.internal.vocabulary.RefusalNames;

/** The refusal of a message, and the content of its fault. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** The largest number of characters of a sentence, which may repeat an argument. */
    private static final int MAX_LENGTH = 16_384;

    private final FaultCode code;
    private final String reason;
    private final String who;
    private final List<Finding> findings;
    private final List<QName> unknown;

    /**
     * One finding in a request.
     *
     * @param field the element of the request; empty for a place in an archive
     * @param file as of {@link org.esbmt.administration.api.Finding#file}; empty for an element
     */
    public record Finding(
            Optional<String> field, String sentence, Optional<String> file, OptionalInt line, Optional<String> rule) {
        public Finding {
            requireNonNull(field, "field");
            requireNonNull(sentence, "sentence");
            requireNonNull(file, "file");
            requireNonNull(line, "line");
            requireNonNull(rule, "rule");
        }

        private static Finding of(String field, String sentence) {
            return new Finding(Optional.of(field), sentence, Optional.empty(), OptionalInt.empty(), Optional.empty());
        }

        private static Finding of(org.esbmt.administration.api.Finding finding) {
            Optional<String> file = Optional.of(finding.file()).filter(name -> !name.isEmpty());
            return new Finding(Optional.empty(), finding.sentence(), file, finding.line(), Optional.of(finding.rule()));
        }
    }

    private Refusal(
            FaultCode code,
            String reason,
            String sentence,
            String who,
            List<Finding> findings,
            List<QName> unknown,
            Exception cause) {
        super(sentence.length() > MAX_LENGTH ? sentence.substring(0, MAX_LENGTH) + "..." : sentence, cause);
        this.code = requireNonNull(code, "code");
        this.reason = requireNonNull(reason, "reason");
        this.who = requireNonNull(who, "who");
        this.findings = List.copyOf(findings);
        this.unknown = List.copyOf(unknown);
    }

    /** A message that breaks a rule. */
    public static Refusal invalid(String sentence) {
        return of(FaultCode.SENDER, Reason.INVALID, sentence, List.of(), null);
    }

    /** An element that breaks a rule. */
    public static Refusal invalid(String field, String sentence) {
        return of(FaultCode.SENDER, Reason.INVALID, sentence, List.of(Finding.of(field, sentence)), null);
    }

    /** A message, or a part of one, that is beyond a limit. */
    public static Refusal tooLarge() {
        return invalid("a part of the message, or the header of a part, is too large");
    }

    /**
     * A message whose Body begins too late.
     *
     * @param most the bytes before the Body
     */
    public static Refusal headerTooLong(int most) {
        String who = "you to send a shorter header";
        return new Refusal(
                FaultCode.SENDER,
                Reason.INVALID.name(),
                AdministrationException.told(
                        "the message has more than " + most + " bytes before its Body, the header included", who),
                who,
                List.of(),
                List.of(),
                null);
    }

    /** A message of another version of SOAP than the content type. */
    public static Refusal versionMismatch() {
        return of(
                FaultCode.VERSION_MISMATCH,
                Reason.INVALID,
                "the envelope is none of SOAP 1.1 or 1.2, or not the one of the content type",
                List.of(),
                null);
    }

    /** A message that is no envelope, or no multipart message with one. */
    public static Refusal malformed() {
        return invalid("the message is no well-formed envelope, or no multipart message with one");
    }

    /**
     * Header blocks that the sender wants to be understood, and that are unknown here.
     *
     * @param unknown the names of the blocks
     */
    public static Refusal notUnderstood(List<QName> unknown) {
        return new Refusal(
                FaultCode.MUST_UNDERSTAND,
                Reason.INVALID.name(),
                AdministrationException.told(
                        "a header block with mustUnderstand is unknown here", Reason.INVALID.who()),
                Reason.INVALID.who(),
                List.of(),
                unknown,
                null);
    }

    /** Credentials whose form breaks a rule. Tells the rule, which depends on no secret. */
    public static Refusal invalidSecurity(String rule) {
        return notAuthenticated(FaultCode.INVALID_SECURITY, rule);
    }

    /** A signature with an algorithm or a key that is not permitted. Tells the rule. */
    public static Refusal unsupportedAlgorithm(String rule) {
        return notAuthenticated(FaultCode.UNSUPPORTED_ALGORITHM, rule);
    }

    /** A signature that is not one of this message, whatever the cause. */
    public static Refusal failedCheck() {
        return notAuthenticated(FaultCode.FAILED_CHECK, "the signature is not the one of this message");
    }

    /** A time stamp that is too old, or of the future. */
    public static Refusal expired() {
        return notAuthenticated(FaultCode.MESSAGE_EXPIRED, "the time stamp of the message is too old or of the future");
    }

    /** A credential that is not valid, whatever the cause. */
    public static Refusal notAuthenticated() {
        return notAuthenticated(FaultCode.FAILED_AUTHENTICATION, "the credential of the message is not valid");
    }

    private static Refusal notAuthenticated(FaultCode code, String sentence) {
        String who = "you to send a credential that is valid";
        return new Refusal(
                code,
                RefusalNames.NOT_AUTHENTICATED,
                AdministrationException.told(sentence, who),
                who,
                List.of(),
                List.of(),
                null);
    }

    /** A refusal by administration. */
    public static Refusal of(AdministrationException e) {
        List<Finding> findings = e.findings().stream().map(Finding::of).toList();
        return new Refusal(
                code(e.reason()), e.reason().name(), String.valueOf(e.getMessage()), e.who(), findings, List.of(), e);
    }

    /** The value of a word that breaks a rule of it or of its command. */
    public static Refusal of(IllegalArgumentException e) {
        String sentence = String.valueOf(e.getMessage());
        List<Finding> findings = e instanceof InvalidArgumentException argument
                ? List.of(Finding.of(argument.word(), sentence))
                : List.of();
        return of(FaultCode.SENDER, Reason.INVALID, sentence, findings, e);
    }

    /** A part of administration that this node does not have now. */
    public static Refusal unavailable() {
        return of(
                FaultCode.RECEIVER,
                Reason.UNAVAILABLE,
                "this node does not have this part of administration now",
                List.of(),
                null);
    }

    /** Too many requests wait. */
    public static Refusal busy() {
        return of(FaultCode.RECEIVER, Reason.BUSY, "too many requests wait", List.of(), null);
    }

    /** A failure, whose cause the log alone has. */
    public static Refusal internal() {
        return of(FaultCode.RECEIVER, Reason.INTERNAL, "the bus failed; its log tells why", List.of(), null);
    }

    private static Refusal of(FaultCode code, Reason reason, String sentence, List<Finding> findings, Exception cause) {
        return new Refusal(
                code,
                reason.name(),
                AdministrationException.told(sentence, reason.who()),
                reason.who(),
                findings,
                List.of(),
                cause);
    }

    private static FaultCode code(Reason reason) {
        return switch (reason) {
            case INVALID, NOT_FOUND, CONFLICT, STALE, EXCEEDED, FORBIDDEN -> FaultCode.SENDER;
            case UNAVAILABLE, BUSY, IN_DOUBT, INTERNAL -> FaultCode.RECEIVER;
        };
    }

    public FaultCode code() {
        return code;
    }

    /** The content of the fault. */
    public Fault fault(Optional<UUID> operation) {
        return new Fault(code, reason, String.valueOf(getMessage()), who, operation, findings, unknown);
    }

    /**
     * The content of a fault.
     *
     * @param operation the identifier of the request, if it is one that changes something
     * @param unknown the names of header blocks that are not understood
     */
    public record Fault(
            FaultCode code,
            String reason,
            String sentence,
            String who,
            Optional<UUID> operation,
            List<Finding> findings,
            List<QName> unknown) {
        public Fault {
            requireNonNull(code, "code");
            requireNonNull(reason, "reason");
            requireNonNull(sentence, "sentence");
            requireNonNull(who, "who");
            requireNonNull(operation, "operation");
            findings = List.copyOf(findings);
            unknown = List.copyOf(unknown);
        }
    }
}

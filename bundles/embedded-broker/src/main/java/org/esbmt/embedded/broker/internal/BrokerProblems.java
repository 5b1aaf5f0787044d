package org.esbmt.embedded.broker.internal;

import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.stream.Collectors;
import org.esbmt.embedded.broker.internal.BrokerSettings.External;

/** Derives the problem of a broker from the client's exception. */
final class BrokerProblems {
    private BrokerProblems() {}

    static BrokerProblem of(External external, JMSException e) {
        String where = "The broker at " + addresses(external.addresses());
        String sentence;
        if (e instanceof JMSSecurityException || causedBy(e, SecurityException.class)) {
            sentence = where + " does not accept the user '" + external.user() + "' with the password in "
                    + external.passwordFile() + ": " + reason(e) + ".";
        } else if (causedBy(e, CertPathBuilderException.class)) {
            sentence = where + " has a certificate that is not signed by an authority "
                    + external.authorities()
                            .map(file -> "of the file " + file + " (authorities.file).")
                            .orElse("that Java trusts: set authorities.file to the file of its own.");
        } else if (causedBy(e, CertificateException.class)) {
            sentence = where + " has a certificate that is not taken: " + reason(e) + ".";
        } else {
            sentence = where + " cannot be reached: " + reason(e) + ".";
        }
        return new BrokerProblem(sentence, e);
    }

    static String addresses(List<Address> addresses) {
        return addresses.stream().map(Address::toString).collect(Collectors.joining(", "));
    }

    /** The innermost reason, on one line and without its full stop. */
    static String reason(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String kind = cause.getClass().getSimpleName();
        if (cause.getMessage() == null || cause.getMessage().isBlank()) {
            return kind;
        }
        String text = cause.getMessage().strip().replaceAll("\\s+", " ");
        if (cause instanceof UnknownHostException) {
            text = "no such host";
        } else if (cause instanceof NoSuchFileException) {
            text = "there is no such file";
        }
        return (text.endsWith(".") ? text.substring(0, text.length() - 1) : text) + " (" + kind + ")";
    }

    private static boolean causedBy(Throwable e, Class<? extends Throwable> kind) {
        Throwable cause = e;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}

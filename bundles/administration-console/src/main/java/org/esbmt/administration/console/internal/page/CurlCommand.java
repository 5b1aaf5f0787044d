package org.esbmt.administration.console.internal.page;

import java.util.List;
import org.esbmt.administration.console.internal.message.Envelope;
import org.esbmt.administration.console.internal.message.Sample;
import org.esbmt.administration.console.internal.message.SoapVersion;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Writes the commands of a shell that send a message. They ask for the password, so that no history keeps it. */
final class CurlCommand {
    private CurlCommand() {}

    /** @param url of the endpoint */
    static String of(String url, Sample sample, TenantId tenant, UserId user) {
        Envelope envelope = Envelope.of(sample.envelope());
        String type = envelope.version() == SoapVersion.SOAP_1_1 ? "text/xml" : "application/soap+xml";
        String action = envelope.version() == SoapVersion.SOAP_1_1
                ? " -H " + quoted("SOAPAction: \"" + sample.action() + "\"")
                : "";
        // The here-document is not quoted, so that the shell inserts the password.
        String message =
                envelope.text().replace("\\", "\\\\").replace("$", "\\$").replace("`", "\\`");
        String sent = new Envelope(message, envelope.version()).shown(tenant, user, "$PASSWORD");
        return String.join(
                "\n",
                List.of(
                        "read -rsp 'Password: ' PASSWORD",
                        "curl -sS -H " + quoted("Content-Type: " + type + "; charset=utf-8") + action + " \\",
                        "  --data-binary @- " + quoted(url) + " <<END",
                        sent.stripTrailing(),
                        "END"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

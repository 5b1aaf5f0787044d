package org.esbmt.administration.shell.internal.key;

import java.util.OptionalInt;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.tenancy.api.KeyAlgorithm;

/** {@code esbmt:key-generate}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-generate",
        description = "Generates a private key of a tenant, with a certificate that signs itself.",
        detailedDescription = "The key never leaves the bus. esbmt:key-request makes a request for a certificate of an"
                + " authority. Keys count in the quota TENANT_KEYS.")
public final class KeyGenerate extends NewKeyCommand {
    @Argument(
            index = 3,
            name = "algorithm",
            description = "RSA_2048, RSA_3072, RSA_4096, EC_P256 or EC_P384. A key for DECRYPT is RSA.",
            required = true,
            multiValued = false)
    @Completion(
            value = StringsCompleter.class,
            values = {"RSA_2048", "RSA_3072", "RSA_4096", "EC_P256", "EC_P384"})
    String algorithm;

    @Argument(
            index = 4,
            name = "subject",
            description = "The subject of the certificate, such as 'CN=orders, O=Acme'.",
            required = true,
            multiValued = false)
    String subject;

    @Option(
            name = "--days",
            description = "Days of validity, 1 to 1100; 365 without this option.",
            required = false,
            multiValued = false)
    Integer days;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        OptionalInt validity = days == null ? OptionalInt.empty() : OptionalInt.of(days);
        print(administration.execute(
                by,
                new GenerateKey(
                        tenant(by, tenant).id(), name, purpose(), KeyAlgorithm.of(algorithm), subject, validity)));
    }
}

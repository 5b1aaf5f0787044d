package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.KeyPurpose;

/** A command that adds a key of a tenant. */
abstract class NewKeyCommand extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "name",
            description = "The key's name: 1 to 64 letters, digits, '.', '-' and '_'.",
            required = true,
            multiValued = false)
    String name;

    @Argument(index = 2, name = "purpose", description = "DECRYPT, SIGN or TLS.", required = true, multiValued = false)
    @Completion(
            value = StringsCompleter.class,
            values = {"DECRYPT", "SIGN", "TLS"})
    String purpose;

    final KeyPurpose purpose() {
        return KeyPurpose.of(purpose);
    }

    final void print(TenantKeyView key) {
        out().println("Key " + key.name() + " of tenant " + tenant + ", " + key.algorithm() + ", certificate "
                + key.digest() + " until " + key.notAfter() + ".");
    }
}

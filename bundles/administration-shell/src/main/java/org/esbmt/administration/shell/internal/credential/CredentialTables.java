package org.esbmt.administration.shell.internal.credential;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.Scope;

/** Lists of tokens and certificates in the form of the console. */
final class CredentialTables {
    private CredentialTables() {}

    static ShellTable of(List<AccessCredentialView> credentials, String none) {
        ShellTable table = new ShellTable();
        table.column("Login");
        table.column("Kind");
        table.column("Name");
        table.column("Scope");
        table.column("Expires");
        table.column("Last used");
        table.column("Revoked");
        table.column("Identifier");
        table.emptyTableText(none);
        for (AccessCredentialView credential : credentials) {
            table.addRow()
                    .addContent(
                            credential.login(),
                            credential.kind(),
                            credential.name(),
                            scope(credential.scope()),
                            credential.expiresAt(),
                            credential.lastUsedAt().map(Instant::toString).orElse(""),
                            credential.revokedAt().map(Instant::toString).orElse(""),
                            credential.id());
        }
        return table;
    }

    private static String scope(Scope scope) {
        String parts = scope.parts().equals(Scope.FULL.parts())
                ? "all"
                : scope.parts().stream().map(Enum::name).collect(Collectors.joining(" "));
        return parts + (scope.changes() ? ", changes" : ", reads");
    }
}

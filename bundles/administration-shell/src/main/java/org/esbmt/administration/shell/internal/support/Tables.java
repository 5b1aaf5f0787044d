package org.esbmt.administration.shell.internal.support;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.UserId;

/** Lists in the form of the console. */
public final class Tables {
    private Tables() {}

    public static ShellTable users(List<UserView> users) {
        ShellTable table = new ShellTable();
        table.column("Login");
        table.column("State");
        table.column("Roles");
        table.column("Default administrator");
        table.column("User ID");
        table.column("Revision");
        table.emptyTableText("No users.");
        for (UserView user : users) {
            table.addRow()
                    .addContent(
                            user.login(),
                            user.state(),
                            user.roles().stream().map(Enum::name).collect(Collectors.joining(" ")),
                            user.defaultAdministrator() ? "yes" : "",
                            user.id(),
                            user.revision());
        }
        return table;
    }

    public static ShellTable assemblies(List<AssemblyView> assemblies) {
        ShellTable table = new ShellTable();
        table.column("Assembly");
        table.column("State");
        table.column("Version");
        table.column("Goes back to");
        table.column("Rewritten");
        table.column("Units");
        table.column("Only for user");
        table.column("Description");
        table.column("Revision");
        table.emptyTableText("No service assemblies.");
        for (AssemblyView assembly : assemblies) {
            table.addRow()
                    .addContent(
                            assembly.name(),
                            assembly.state(),
                            version(assembly.digest()),
                            assembly.former().map(Tables::version).orElse(""),
                            assembly.rewritten().map(Tables::version).orElse(""),
                            String.join(", ", assembly.units()),
                            assembly.user().map(UserId::toString).orElse(""),
                            assembly.description(),
                            text(assembly.revision()));
        }
        return table;
    }

    /** The beginning of the archive's digest, as {@code sha256sum} prints it, long enough to distinguish versions. */
    public static String version(String digest) {
        return digest.substring(0, Math.min(12, digest.length()));
    }

    /** The amount as a text; empty without an amount. */
    public static String text(OptionalLong amount) {
        return amount.isPresent() ? Long.toString(amount.getAsLong()) : "";
    }

    /** Parses the requested part of a list. The options are strings, since the shell passes numbers as its own tokens. */
    public static PageRequest page(String offset, String limit) {
        return new PageRequest(number("--offset", offset), number("--limit", limit));
    }

    public static int number(String option, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " must be a number, but is '" + value + "'", e);
        }
    }

    /** The line under a partial list; empty under a whole one. */
    public static String rest(Page<?> page) {
        int shown = page.entries().size();
        return page.offset() == 0 && !page.hasMore()
                ? ""
                : shown + " of " + (page.exact() ? "" : "more than ") + page.total() + ", from " + page.offset()
                        + " on; see --offset and --limit.";
    }
}

package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;

/** A command that shows a list page by page. */
public abstract class PagedCommand extends AdministrationCommand {
    @Option(name = "--offset", description = "Entries to leave out, from 0.", required = false, multiValued = false)
    String offset = "0";

    @Option(
            name = "--limit",
            description = "Entries to show at the most, 1 to 1000.",
            required = false,
            multiValued = false)
    String limit = "50";

    protected final PageRequest page() {
        return Tables.page(offset, limit);
    }

    /** Prints the page, and under a partial page its position in the list. */
    protected static void print(ShellTable table, Page<?> page) {
        table.print(out());
        if (!Tables.rest(page).isEmpty()) {
            out().println(Tables.rest(page));
        }
    }
}

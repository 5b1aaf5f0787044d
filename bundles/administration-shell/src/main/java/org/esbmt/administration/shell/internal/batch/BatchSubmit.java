package org.esbmt.administration.shell.internal.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.shell.internal.support.ExecutingCommand;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.Numbers;
import org.esbmt.administration.shell.internal.support.Paths;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.tenancy.api.Audit;

/** {@code esbmt:batch-submit}. */
@Service
@Command(
        scope = "esbmt",
        name = "batch-submit",
        description = "Does all operations in a file, or none.",
        detailedDescription =
                "The file is XML as batch.xsd has it; it names archives and documents by files beside it. One that the"
                        + " client sends has no files beside it: such a batch is a zip file with batch.xml in it. With --dry-run"
                        + " everything is checked as if it were done, and then taken back: what is printed is what the same batch"
                        + " would do. What the nodes have a part in is done by them afterwards.")
public final class BatchSubmit extends ExecutingCommand {
    @Option(
            name = "--dry-run",
            description = "Tells what would be done, and does nothing.",
            required = false,
            multiValued = false)
    boolean dryRun;

    @Option(
            name = "--operation",
            description = "A UUID for this request: asked again under it, it is not done twice.",
            required = false,
            multiValued = false)
    String operation;

    /** The option {@value Input#SENT}, since the console takes a first argument with a leading dash as an option. */
    @Option(
            name = Input.SENT,
            description = "In the place of the file: the one that the client sends.",
            required = false,
            multiValued = false)
    boolean sent;

    @Argument(index = 0, name = "file", description = "The batch" + Input.WHERE, required = false, multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Administrator asking = operation == null ? by : by.asking(Numbers.uuid("--operation", operation));
        String name = Input.name(file, sent);
        Batch batch = name.equals(Input.SENT) ? sentBatch() : read(session, name);
        BatchReport report = dryRun ? administration.dryRun(asking, batch) : administration.execute(asking, batch);
        report.steps().forEach(step -> out().println(step));
        out().println((dryRun ? "Would be done: " : "Done: ") + report.steps().size() + " steps, " + report.forNodes()
                + " of them left to the nodes, as operation " + report.operation() + ".");
    }

    private static Batch read(Session session, String name) throws CommandException {
        Path file = Paths.of(session, name);
        byte[] text;
        try {
            if (Files.size(file) > BatchText.MAX_BYTES) {
                throw Refused.because(Reason.INVALID, file + " is larger than a batch may be");
            }
            text = Files.readAllBytes(file);
        } catch (IOException e) {
            throw Input.unreadable(session, name);
        }
        return read(text, each -> beside(file, each));
    }

    /** Reads a sent batch: XML, or a zip file with the XML and its files. */
    private Batch sentBatch() throws CommandException {
        try (InputStream in = Input.open(session, Input.SENT)) {
            SentBatch batch = SentBatch.read(in);
            return read(batch.text(), batch::file);
        } catch (IOException e) {
            throw Refused.because(Reason.INVALID, Audit.shown(String.valueOf(e.getMessage())));
        }
    }

    private static Batch read(byte[] text, BatchText.Archives archives) throws CommandException {
        try {
            return BatchText.read(text, archives);
        } catch (IOException e) {
            throw Refused.because(Reason.NOT_FOUND, Audit.shown(String.valueOf(e.getMessage())));
        }
    }

    /**
     * Reads a file beside the batch. Another author may have written the batch, so a file elsewhere on the machine is
     * refused.
     */
    private static byte[] beside(Path file, String name) throws IOException {
        Path archive = Path.of(name);
        if (archive.isAbsolute() || archive.normalize().startsWith("..")) {
            throw new IllegalArgumentException(
                    "the file '" + Audit.shown(name) + "' is not beside the batch or in a folder there");
        }
        Path found = file.resolveSibling(archive);
        if (!Files.isRegularFile(found)) {
            throw new NoSuchFileException("cannot read " + found);
        }
        if (Files.size(found) > BatchText.MAX_ARCHIVES_BYTES) {
            throw new IllegalArgumentException(
                    "the file '" + Audit.shown(name) + "' is larger than all of a batch may be");
        }
        try {
            return Files.readAllBytes(found);
        } catch (IOException e) {
            throw new IOException("cannot read " + e.getMessage(), e);
        }
    }
}

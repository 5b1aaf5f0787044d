package org.esbmt.management.api.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTextTest {

    static Stream<ManagementMessage> messages() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageIsReadBackAsWritten(ManagementMessage message) throws Exception {
        String text = MessageText.write(message);
        assertThat(MessageText.read(text)).isEqualTo(message);
        assertThat(MessageText.write(MessageText.read(text))).isEqualTo(text);
        assertThat(text).doesNotContain("\n", "\r");
    }

    @Test
    void aFullRequestFitsIntoAText() throws Exception {
        ManagementCommand[] commands = Collections.nCopies(
                        ManagementRequest.MAX_OPERATIONS, Samples.component(ComponentManagementCommand.Action.INSTALL))
                .toArray(ManagementCommand[]::new);
        ManagementRequest full = Samples.request(commands);
        String text = MessageText.write(full);
        assertThat(text.length()).isLessThan(MessageText.MAX_CHARACTERS / 2);
        assertThat(MessageText.read(text)).isEqualTo(full);
    }

    @Test
    void aTooLongTextIsNeitherWrittenNorParsed() {
        AssemblyManagementCommand wide = new AssemblyManagementCommand(
                Samples.ACME,
                Optional.empty(),
                UUID.randomUUID(),
                "\"".repeat(500),
                1,
                AssemblyManagementCommand.Action.STOP,
                Optional.empty());
        ManagementCommand[] commands =
                Collections.nCopies(ManagementRequest.MAX_OPERATIONS, wide).toArray(ManagementCommand[]::new);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageText.write(Samples.request(commands)))
                .withMessageContaining("too long");
        // The text is not even XML: its length alone is the reason.
        refuses("<".repeat(MessageText.MAX_CHARACTERS + 1), Reason.SCHEMA, "more than 1048576");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "revision 18",
                "<ManagementRequest/>",
                "<x xmlns='urn:esbmt:management:1'/>",
                "<ManagementRequest xmlns='urn:esbmt:management:1'/>",
                "<operation xmlns='urn:esbmt:management:1' id='44444444-4444-4444-8444-444444444444'/>",
                "<Envelope xmlns='http://schemas.xmlsoap.org/soap/envelope/'/>",
                "\u0000",
                "<ManagementResponse xmlns='urn:esbmt:management:1'",
            })
    void otherTextsAreRefused(String text) {
        refuses(text, Reason.SCHEMA, "");
    }

    @Test
    void invalidValuesAndAdditionalContentAreRefused() throws Exception {
        String text = MessageText.write(Samples.request(Samples.assembly(AssemblyManagementCommand.Action.DEPLOY)));
        assertThat(MessageText.read(text)).isNotNull();
        refusesChanged(text, "revision=\"18\"", "revision=\"0\"");
        refusesChanged(text, "revision=\"18\"", "revision=\"-18\"");
        refusesChanged(text, "revision=\"18\"", "revision=\"+18\"");
        refusesChanged(text, "revision=\"18\"", "revision=\"018\"");
        refusesChanged(text, "revision=\"18\"", "revision=\"9223372036854775808\"");
        refusesChanged(text, "revision=\"18\"", "");
        refusesChanged(text, "revision=\"18\"", "revision=\"18\" revision=\"19\"");
        refusesChanged(text, "revision=\"18\"", "revision=\"18\" mode=\"DRY_RUN\"");
        refusesChanged(text, "2026-11-22T10:00:00.123456789Z", "2026-11-22T10:00:00");
        refusesChanged(text, "2026-11-22T10:00:00.123456789Z", "2026-11-22T10:00:00+01:00");
        refusesChanged(text, "2026-11-22T10:00:00.123456789Z", "2026-02-30T10:00:00Z");
        refusesChanged(text, "2026-11-22T10:00:00.123456789Z", "1969-12-31T23:59:59Z");
        refusesChanged(text, Samples.ACME.toString(), Samples.ACME.toString().toUpperCase(java.util.Locale.ROOT));
        refusesChanged(text, Samples.ACME.toString(), "acme");
        refusesChanged(text, "\"DEPLOY\"", "\"deploy\"");
        refusesChanged(text, "\"DEPLOY\"", "\"FORMAT\"");
        refusesChanged(text, Samples.ARCHIVE.digest().hex(), "");
        refusesChanged(text, "bytes=\"20481\"", "bytes=\"0\"");
        refusesChanged(text, "</operation>", "<tenant action=\"PURGE\" tenant=\"" + Samples.ACME + "\"/></operation>");
        refusesChanged(text, "</ManagementRequest>", "<x/></ManagementRequest>");
        refusesChanged(text, "</ManagementRequest>", "text</ManagementRequest>");
        refusesChanged(text, "</ManagementRequest>", "</ManagementRequest><x/>");
        refusesChanged(text, "login=\"karaf\"", "login=\"\"");
        refusesChanged(text, "login=\"karaf\"", "login=\"a&#10;b\"");
        refusesChanged(text, "login=\"karaf\"", "login=\"" + "a".repeat(501) + "\"");
    }

    /** Rules beyond the schema. */
    @Test
    void anActionWithoutItsArtifactIsRefused() {
        String deploy = MessageText.write(Samples.request(Samples.assembly(AssemblyManagementCommand.Action.DEPLOY)));
        refusesChanged(deploy, "\"DEPLOY\"", "\"STOP\"");
        String stop = MessageText.write(Samples.request(Samples.assembly(AssemblyManagementCommand.Action.STOP)));
        refusesChanged(stop, "\"STOP\"", "\"ROLLBACK\"");
        String start = MessageText.write(Samples.request(Samples.component(ComponentManagementCommand.Action.START)));
        refusesChanged(start, "\"START\"", "\"INSTALL\"");
        refusesChanged(start, "servicemix-http", "../../etc");
    }

    @Test
    void aRepeatedOperationIsRefused() {
        ManagementRequest request = Samples.request(Samples.PURGE, Samples.PURGE);
        String text = MessageText.write(request);
        refusesChanged(
                text,
                request.operations().get(1).id().toString(),
                request.operations().get(0).id().toString());
    }

    @Test
    void anotherVersionIsRefusedAsSuch() {
        String text = MessageText.write(Samples.request(Samples.PURGE));
        refuses(
                text.replace("urn:esbmt:management:1", "urn:esbmt:management:2"),
                Reason.VERSION,
                "urn:esbmt:management:2");
        refuses(text.replace("urn:esbmt:management:1", "urn:other:1"), Reason.SCHEMA, "");
    }

    @Test
    void aDocumentTypeIsRefusedBeforeItsContentIsParsed(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "the-secret");
        String text = MessageText.write(Samples.request(Samples.PURGE));
        String external = "<!DOCTYPE ManagementRequest [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>"
                + text.replace("login=\"karaf\"", "login=\"karaf\"").replace("<operation", "&x;<operation");
        refuses(external, Reason.SCHEMA, "DOCTYPE");
        String laughs =
                "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>" + text.replace("karaf", "&b;");
        refuses(laughs, Reason.SCHEMA, "DOCTYPE");
        refuses("<!DOCTYPE x SYSTEM '" + secret.toUri() + "'>" + text, Reason.SCHEMA, "DOCTYPE");
    }

    @Test
    void aTextDoesNotMakeTheReaderOpenFiles(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.xsd"), "the-secret");
        String text = MessageText.write(Samples.request(Samples.PURGE));
        String hinted = text.replace(
                "<actor",
                "<actor xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:esbmt:management:1 "
                        + secret.toUri() + "'");
        // A schema hint is no part of a message, and the parser does not load its file.
        try {
            assertThat(MessageText.read(hinted)).isInstanceOf(ManagementRequest.class);
        } catch (UnreadableMessageException e) {
            assertThat(e.getMessage()).doesNotContain("the-secret");
        }
        refuses(
                text.replace(
                        "<operation",
                        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' parse='text' href='" + secret.toUri()
                                + "'/><operation"),
                Reason.SCHEMA,
                "");
    }

    @Test
    void deeplyNestedElementsAreRefusedAtTheFirst() {
        int floors = MessageText.MAX_CHARACTERS / 8;
        refuses("<a>".repeat(floors) + "</a>".repeat(floors), Reason.SCHEMA, "Line 1, column 4");
    }

    @Test
    void theErrorMessageIsOneLine() {
        assertThatExceptionOfType(UnreadableMessageException.class)
                .isThrownBy(() -> MessageText.read("<a\nforged='WARN all is well'>"))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n", "\r"));
    }

    @Test
    void foreignTextsAreCleanedAndShortened() {
        String wild = "line\nWARN forged\r\u0000\u001b[31m\uD800" + "x".repeat(3_000);
        var result = new ManagementResponse.Result(UUID.randomUUID(), ManagementResponse.Status.FAILED, 1, wild);
        assertThat(result.message()).hasSize(2_000).startsWith("line WARN forged   [31m x");
        var message = new UnprocessableMessage(UUID.randomUUID(), Reason.SCHEMA, wild, wild, wild);
        assertThat(message.original()).startsWith("line\nWARN forged\r\u0000\u001b[31m?x");
        assertThat(message.messageId()).hasSize(500);
        // A surrogate pair is not cut in the middle.
        String rockets = "\uD83D\uDE80".repeat(2_000);
        assertThat(new ManagementResponse.Result(UUID.randomUUID(), ManagementResponse.Status.DONE, 0, "x" + rockets)
                        .message())
                .hasSize(1_999);
    }

    private static void refusesChanged(String text, String from, String to) {
        assertThat(text).contains(from);
        int at = text.lastIndexOf(from);
        refuses(text.substring(0, at) + to + text.substring(at + from.length()), Reason.SCHEMA, "");
    }

    private static void refuses(String text, Reason reason, String sentence) {
        assertThatExceptionOfType(UnreadableMessageException.class)
                .isThrownBy(() -> MessageText.read(text))
                .withMessageContaining(sentence)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }
}

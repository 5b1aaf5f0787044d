package org.esbmt.http.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.esbmt.content.api.ArrivingContent;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A look at a body takes nothing away from its reader. */
class PeekTest {
    private final EventLoops loops = new EventLoops("peek-test", 1);
    private final LoopState loop = loops.any();

    /** Records the pieces that it gets. */
    private static class Reader implements ArrivingContent.Peek {
        private final StringBuilder seen = new StringBuilder();
        private final int enough;

        Reader(int enough) {
            this.enough = enough;
        }

        @Override
        public boolean piece(ByteBuffer piece) {
            seen.append(StandardCharsets.US_ASCII.decode(piece));
            return seen.length() < enough;
        }

        @Override
        public void end() {
            seen.append(" end");
        }

        @Override
        public void tooMuch() {
            seen.append(" too much");
        }

        @Override
        public void failed(IOException cause) {
            seen.append(" failed");
        }
    }

    private static final class Sink implements BodySink {
        private final StringBuilder read = new StringBuilder();

        @Override
        public void data(ByteBuf piece) {
            read.append(piece.toString(StandardCharsets.US_ASCII));
            piece.release();
        }

        @Override
        public void flush() {}

        @Override
        public void end() {
            read.append(" end");
        }

        @Override
        public void aborted(Throwable cause) {
            read.append(" aborted");
        }
    }

    @AfterEach
    void close() {
        loops.close();
    }

    private void onLoop(Runnable test) throws Exception {
        loop.loop().submit(test).get();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @Test
    void aPeekShowsPresentAndLaterPiecesAndKeepsThem() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            Reader reader = new Reader(100);
            body.data(bytes("ab"));
            body.data(bytes("cd"));
            body.peek(reader, 100);
            body.data(bytes("ef"));
            body.end();
            Sink sink = new Sink();
            body.attach(sink);

            assertThat(reader.seen).hasToString("abcdef end");
            assertThat(sink.read).hasToString("abcdef end");
        });
    }

    @Test
    void aFinishedReaderGetsNoMorePieces() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            Reader reader = new Reader(3);
            body.peek(reader, 100);
            body.data(bytes("abc"));
            body.data(bytes("def"));
            body.end();

            assertThat(reader.seen).hasToString("abc");
            body.discard();
        });
    }

    @Test
    void aBodyAboveTheLimitIsTooMuch() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            Reader reader = new Reader(100);
            body.data(bytes("abcdef"));
            body.peek(reader, 4);
            body.end();

            assertThat(reader.seen).hasToString("abcd too much");
            body.discard();
        });
    }

    /** The body's exchange was over before the route's turn. */
    @Test
    void aDiscardedBodyReportsAFailure() throws Exception {
        onLoop(() -> {
            HttpBody waiting = HttpBody.whole(loop);
            waiting.data(bytes("ab"));
            waiting.discard();
            HttpBody whole = HttpBody.whole(loop);
            whole.end();
            whole.discard();
            for (HttpBody body : new HttpBody[] {waiting, whole}) {
                Reader reader = new Reader(100);
                body.peek(reader, 100);

                assertThat(reader.seen).hasToString(" failed");
            }
        });
    }

    @Test
    void aBrokenBodyReportsAFailure() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            Reader reader = new Reader(100);
            body.data(bytes("ab"));
            body.peek(reader, 100);
            body.abort(new IOException("gone"));

            assertThat(reader.seen).hasToString("ab failed");
        });
    }

    /** An exchange that a reader ends discards its content at once. */
    @Test
    void aReaderMayDiscardTheBodyWithinAPiece() throws Exception {
        onLoop(() -> {
            for (int enough : new int[] {2, 100}) {
                HttpBody body = HttpBody.whole(loop);
                Reader reader = new Reader(enough) {
                    @Override
                    public boolean piece(ByteBuffer piece) {
                        body.discard();
                        return super.piece(piece);
                    }
                };
                body.peek(reader, 100);
                body.data(bytes("ab"));
                body.data(bytes("cd"));
                body.end();

                assertThat(reader.seen).hasToString(enough == 2 ? "ab" : "ab failed");
            }
        });
    }

    @Test
    void aReaderMayStartAnotherPeekWithinAPiece() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            Reader second = new Reader(100);
            Reader first = new Reader(3) {
                @Override
                public boolean piece(ByteBuffer piece) {
                    boolean wants = super.piece(piece);
                    if (!wants) {
                        body.peek(second, 100);
                    }
                    return wants;
                }
            };
            body.peek(first, 100);
            body.data(bytes("ab"));
            body.data(bytes("cd"));
            body.data(bytes("ef"));
            body.end();

            assertThat(first.seen).hasToString("abcd");
            assertThat(second.seen).hasToString("abcdef end");
            body.discard();
        });
    }

    @Test
    void twoSimultaneousPeeksAreRefused() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            body.peek(new Reader(100), 100);

            assertThatThrownBy(() -> body.peek(new Reader(1), 1)).isInstanceOf(IllegalStateException.class);
            body.discard();
        });
    }

    @Test
    void aPeekAtABodyWithAReaderIsRefused() throws Exception {
        onLoop(() -> {
            HttpBody body = HttpBody.whole(loop);
            body.attach(new Sink());

            assertThatThrownBy(() -> body.peek(new Reader(1), 1)).isInstanceOf(IllegalStateException.class);
            body.discard();
        });
    }

    /** Otherwise a connection that serves another body by then would never be read again. */
    @Test
    void anEndedBodyDoesNotPauseItsSource() throws Exception {
        onLoop(() -> {
            int[] pauses = {0};
            BodySource source = new BodySource() {
                @Override
                public void pause() {
                    pauses[0]++;
                }

                @Override
                public void resume() {}

                @Override
                public void cancel() {}
            };
            HttpBody body = new HttpBody(loop, source, -1);
            body.peek(new Reader(Integer.MAX_VALUE), Integer.MAX_VALUE);
            body.data(bytes("x".repeat(1_000_000)));
            body.end();

            assertThat(pauses[0]).isZero();
            body.discard();
        });
    }
}

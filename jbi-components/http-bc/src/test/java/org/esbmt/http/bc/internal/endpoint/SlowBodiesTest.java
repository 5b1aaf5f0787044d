package org.esbmt.http.bc.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.BodySource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies that come slowly, and are signed or verified as a whole. */
class SlowBodiesTest {
    private static final Owner ACME = Owner.of(TenantId.of("11111111-1111-4111-8111-111111111111"));
    private static final SourceWriter.Rewriting SAME = bytes -> bytes.clone();
    private static final BodySource NO_SOURCE = new BodySource() {
        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void cancel() {}
    };

    private final EventLoops loops = new EventLoops("slow-bodies", 1);
    private final LoopState loop = loops.any();
    private final MessageMemory memory = MessageMemory.ofHeap();
    private final SourceWriter sources = new SourceWriter(memory);

    @AfterEach
    void stop() {
        sources.close();
        loops.close();
    }

    private CompletableFuture<Long> write(HttpBody body, long millis) {
        CompletableFuture<Long> end = new CompletableFuture<>();
        sources.write(
                ACME,
                body,
                SAME,
                loop,
                TimeUnit.MILLISECONDS.toNanos(millis),
                written -> {
                    end.complete(written.length());
                    written.discard();
                },
                end::completeExceptionally);
        return end;
    }

    /** Bodies that never end. */
    private List<CompletableFuture<Long>> slow(int count) {
        return Stream.generate(() -> write(new HttpBody(loop, NO_SOURCE, -1), 60_000))
                .limit(count)
                .toList();
    }

    @Test
    void theyKeepNoThreadFromOthers() throws Exception {
        List<CompletableFuture<Long>> slow = slow(4);
        HttpBody whole = HttpBody.of(new BytesSource(new byte[100]), loop);
        assertThat(write(whole, 60_000).get(10, TimeUnit.SECONDS)).isEqualTo(100);
        assertThat(slow).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void theyLeaveNoBuffersBehindAtTheirDeadline() throws Exception {
        List<CompletableFuture<Long>> slow = slow(2);
        ByteBuf piece = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(new byte[200_000]);
        HttpBody body = new HttpBody(loop, NO_SOURCE, -1);
        loop.loop().submit(() -> body.data(piece)).get();
        assertThat(write(body, 200).handle((length, failure) -> failure).get(10, TimeUnit.SECONDS))
                .hasMessageContaining("not complete within 200 ms");
        assertThat(piece.refCnt()).isZero();
        assertThat(memory.taken()).isZero();
        assertThat(slow).noneMatch(CompletableFuture::isDone);
    }
}

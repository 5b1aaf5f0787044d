package org.esbmt.administration.soap.internal.cxf;

import jakarta.activation.DataHandler;
import java.util.List;
import org.apache.cxf.attachment.AttachmentImpl;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.esbmt.administration.soap.internal.payload.ResponseWriter.Attachment;

/** Makes an answer with an archive a multipart message. All other answers are plain ones. */
final class ArchiveInterceptor extends AbstractPhaseInterceptor<Message> {
    ArchiveInterceptor() {
        super(Phase.SETUP);
    }

    @Override
    public void handleMessage(Message message) {
        Call.of(message).attachment().ifPresent(archive -> {
            message.put(Message.MTOM_ENABLED, true);
            message.setAttachments(List.of(attachment(archive)));
        });
    }

    private static org.apache.cxf.message.Attachment attachment(Attachment archive) {
        AttachmentImpl attachment = new AttachmentImpl(
                archive.contentId(), new DataHandler(new ByteDataSource(archive.content(), archive.mediaType())));
        attachment.setXOP(true);
        return attachment;
    }
}

import { type ReadArchive, readArchive } from "@/lib/documents/read-archive";
import { handleWorkerTask } from "@/store/base/run-in-worker";

// Unpacks one archive, so that cancelling it ends the worker.
handleWorkerTask<Blob, ReadArchive>(readArchive);

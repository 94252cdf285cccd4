import { deletePicture, getPictures, switchPictureType, uploadPicture, type Pictures } from "@callpanel/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePanel } from "../../shared/panel.ts";
import { withShown } from "./pictures.model.ts";

const KEY = ["pictures"] as const;
/** Changes run one at a time, in order. */
const IN_TURN = { scope: { id: "pictures" } } as const;

/** The person's own pictures and the actions on them; `onChange` receives the address of the new public picture. */
export function usePictures(onChange: (pictureProfileUrl: string | null) => void) {
  const { api } = usePanel();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(getPictures, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const onSuccess = (pictures: Pictures) => {
    client.setQueryData(KEY, pictures);
    onChange(pictures.pictureProfileUrl);
  };
  const show = useMutation({
    ...IN_TURN,
    mutationFn: (id: number | null) =>
      api.call(switchPictureType, {
        body: id === null ? { picture_type: "initials" } : { picture_type: "uploaded", id },
      }),
    onMutate: (id) => {
      const before = client.getQueryData<Pictures>(KEY);
      if (before) client.setQueryData(KEY, withShown(before, id));
      return before;
    },
    onError: (_error, _id, before) => client.setQueryData(KEY, before),
    onSuccess,
  });
  const upload = useMutation({
    ...IN_TURN,
    mutationFn: (file: Blob) => api.call(uploadPicture, { file }),
    onSuccess,
  });
  const remove = useMutation({
    ...IN_TURN,
    mutationFn: (id: number) => api.call(deletePicture, { params: { id } }),
    onSuccess,
  });
  return { query, show, upload, remove };
}
